"""Preference fine-tuning (DPO) with TRL on the pairs of `winnow preferences export --format trl`.

    python3 train_dpo.py dpo-trl.yaml

What searches brought is left out of the loss: see loss_mask.py.
"""

import sys

import torch
import yaml
from datasets import load_dataset
from peft import LoraConfig
from transformers import AutoTokenizer
from trl import DPOConfig, DPOTrainer

from loss_mask import padded, preference_rows, sequence_mask


class SearchResultsCollator:
    """Batches as DPOTrainer takes them since TRL 0.29 (chosen ones first), with search results out of completion_mask."""

    def __init__(self, tokenizer, max_length):
        self.tokenizer = tokenizer
        self.max_length = max_length

    def __call__(self, examples):
        rows = preference_rows(examples, lambda *ids: sequence_mask(self.tokenizer, *ids), self.max_length)
        batch = {name: torch.tensor(lists) for name, lists in padded(rows, self.tokenizer.pad_token_id).items()}
        for name in ("ref_chosen_logps", "ref_rejected_logps"):
            if name in examples[0]:
                batch[name] = torch.tensor([example[name] for example in examples])
        return batch


def fits(example, tokenizer, max_length):
    """Whether both trajectories fit: a cut one would lose its answer, which comes last."""
    return all(
        len(tokenizer.apply_chat_template(example["prompt"] + example[side], tokenize=True, return_dict=True)["input_ids"]) <= max_length
        for side in ("chosen", "rejected")
    )


def main(path):
    with open(path, encoding="utf-8") as file:
        config = yaml.safe_load(file)
    tokenizer = AutoTokenizer.from_pretrained(config["model"])
    if tokenizer.pad_token is None:
        tokenizer.pad_token = tokenizer.eos_token
    max_length = config["training"]["max_length"]
    pairs = load_dataset("json", data_files=config["data"], split="train").select_columns(["prompt", "chosen", "rejected"])
    kept = pairs.filter(fits, fn_kwargs={"tokenizer": tokenizer, "max_length": max_length})
    print(f"{len(kept)} of {len(pairs)} pairs have at most {max_length} tokens", file=sys.stderr)
    trainer = DPOTrainer(
        model=config["model"],
        args=DPOConfig(**config["training"]),
        train_dataset=kept,
        processing_class=tokenizer,
        peft_config=LoraConfig(**config["lora"]),
        data_collator=SearchResultsCollator(tokenizer, max_length),
    )
    trainer.train()
    trainer.save_model()


if __name__ == "__main__":
    main(sys.argv[1])
