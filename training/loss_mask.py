"""Which tokens of a trajectory the loss is made of. Plain Python: nothing to install.

A trajectory is one message of the model in which what a search brought stands between RESULTS_OPEN and RESULTS_CLOSE. The model did
not write that, so it is left out of the loss, delimiters included; everything else that follows the prompt is in it.
packages/domain/src/preferences/loss-mask.ts is the same rule in TypeScript; a test holds the two together.
"""

RESULTS_OPEN = "<search_results>"
RESULTS_CLOSE = "</search_results>"


def result_spans(text, start=0):
    """The stretches [from, to) of text, in characters from start on, that are search results.

    One that is not closed, as in a text that was cut, reaches to the end; a closing delimiter alone is text of the model.
    """
    spans = []
    opened = text.find(RESULTS_OPEN, start)
    while opened >= 0:
        closed = text.find(RESULTS_CLOSE, opened + len(RESULTS_OPEN))
        end = len(text) if closed < 0 else closed + len(RESULTS_CLOSE)
        spans.append((opened, end))
        opened = text.find(RESULTS_OPEN, end)
    return spans


def loss_mask(text, offsets, completion_start):
    """1 for each token in the loss, else 0. offsets: [from, to) of each token in text, as tokenizers give them.

    A token that begins before the completion, or shares a single character with a result, is left out; so is one without text.
    """
    spans = result_spans(text, completion_start)
    return [
        int(end > start and start >= completion_start and not any(start < to and end > begin for begin, to in spans))
        for start, end in offsets
    ]


def sequence_mask(tokenizer, prompt_ids, completion_ids):
    """The mask of a tokenized prompt and completion. The tokenizer must be a fast one (it gives offsets).

    The text is read back from the tokens and tokenized again; where that does not give the same tokens, nothing is guessed.
    """
    ids = list(prompt_ids) + list(completion_ids)
    text = tokenizer.decode(ids, skip_special_tokens=False, clean_up_tokenization_spaces=False)
    encoded = tokenizer(text, add_special_tokens=False, return_offsets_mapping=True)
    if list(encoded["input_ids"]) != ids:
        raise ValueError("the tokenizer does not give the same tokens for its own text: search results cannot be told apart")
    offsets = encoded["offset_mapping"]
    completion_start = offsets[len(prompt_ids)][0] if completion_ids else len(text)
    mask = loss_mask(text, offsets, completion_start)
    return [0] * len(prompt_ids) + mask[len(prompt_ids) :]


def preference_rows(examples, mask_of, max_length):
    """The rows of a batch as TRL's DPOTrainer wants them, chosen ones first: (ids, completion mask), not padded.

    examples: dicts with prompt_ids, chosen_ids and rejected_ids, as the trainer tokenizes them; mask_of(prompt_ids, completion_ids).
    """
    rows = []
    for side in ("chosen_ids", "rejected_ids"):
        for example in examples:
            prompt, completion = list(example["prompt_ids"]), list(example[side])
            if len(prompt) + len(completion) > max_length:
                raise ValueError(f"a trajectory of {len(prompt) + len(completion)} tokens is over max_length {max_length}")
            rows.append((prompt + completion, mask_of(prompt, completion)))
    return rows


def padded(rows, pad_id):
    """input_ids, attention_mask and completion_mask of rows, filled up on the right to the longest of them."""
    length = max(len(ids) for ids, _ in rows)
    return {
        "input_ids": [ids + [pad_id] * (length - len(ids)) for ids, _ in rows],
        "attention_mask": [[1] * len(ids) + [0] * (length - len(ids)) for ids, _ in rows],
        "completion_mask": [mask + [0] * (length - len(mask)) for _, mask in rows],
    }
