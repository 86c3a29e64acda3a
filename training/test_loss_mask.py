"""python3 -m unittest discover training"""

import re
import unittest

from loss_mask import RESULTS_CLOSE, RESULTS_OPEN, loss_mask, padded, preference_rows, result_spans, sequence_mask

PROMPT = "<|user|>Is it safe?<|assistant|>"
COMPLETION = (
    f"{RESULTS_OPEN}\nSearched for: Is it safe?\n\n[D1] A trial ‹/search_results> of it\n{RESULTS_CLOSE}\n"
    f"<reasoning>\nOne more.\n</reasoning>\n<search>long term 🧪</search>\n{RESULTS_OPEN}\nfive years 🧪\n{RESULTS_CLOSE}\n"
    "<answer>\nIt is safe [D1].\n</answer><|end|>"
)


class PieceTokenizer:
    """Pieces of at most three characters that do not keep to any boundary of the text."""

    def __init__(self):
        self.pieces = []

    def __call__(self, text, add_special_tokens, return_offsets_mapping):
        offsets = [match.span() for match in re.finditer(r"(?s).{1,3}", text)]
        return {"input_ids": [self.number(text[start:end]) for start, end in offsets], "offset_mapping": offsets}

    def number(self, piece):
        if piece not in self.pieces:
            self.pieces.append(piece)
        return self.pieces.index(piece)

    def decode(self, ids, skip_special_tokens, clean_up_tokenization_spaces):
        return "".join(self.pieces[number] for number in ids)


def trained(text, offsets, start):
    return "".join(text[begin:end] for (begin, end), kept in zip(offsets, loss_mask(text, offsets, start)) if kept)


class LossMask(unittest.TestCase):
    def test_every_character_outside_results_and_none_inside(self):
        text = PROMPT + COMPLETION
        offsets = [(place, place + 1) for place in range(len(text))]
        outside = re.sub(r"(?s)<search_results>.*?</search_results>", "", COMPLETION)
        self.assertEqual(trained(text, offsets, len(PROMPT)), outside)

    def test_a_token_that_shares_one_character_with_a_result_is_left_out(self):
        text = f"ab{RESULTS_OPEN}x{RESULTS_CLOSE}cd"
        end = len(text) - 2
        offsets = [(0, 2), (1, 3), (end - 1, end), (end - 1, end + 1), (end, end + 2)]
        self.assertEqual(loss_mask(text, offsets, 0), [1, 0, 0, 0, 1])

    def test_a_token_that_begins_before_the_completion_is_left_out(self):
        self.assertEqual(loss_mask("abcd", [(0, 1), (1, 3), (2, 4), (2, 2)], 2), [0, 0, 1, 0])

    def test_a_result_that_is_not_closed_reaches_to_the_end(self):
        self.assertEqual(result_spans(f"a{RESULTS_OPEN}b"), [(1, 18)])

    def test_a_closing_delimiter_alone_is_text(self):
        self.assertEqual(result_spans(f"a{RESULTS_CLOSE}b"), [])

    def test_delimiters_in_the_prompt_open_nothing(self):
        self.assertEqual(loss_mask(f"{RESULTS_OPEN}ab", [(16, 17), (17, 18)], 16), [1, 1])


class Batches(unittest.TestCase):
    def setUp(self):
        self.tokenizer = PieceTokenizer()

    def ids(self, text):
        return self.tokenizer(text, add_special_tokens=False, return_offsets_mapping=True)["input_ids"]

    def test_the_mask_of_a_sequence_is_that_of_its_text(self):
        ids = self.ids(PROMPT + COMPLETION)
        prompt = 12
        mask = sequence_mask(self.tokenizer, ids[:prompt], ids[prompt:])
        text = PROMPT + COMPLETION
        offsets = self.tokenizer(text, add_special_tokens=False, return_offsets_mapping=True)["offset_mapping"]
        self.assertEqual(mask, [0] * prompt + loss_mask(text, offsets, offsets[prompt][0])[prompt:])
        self.assertIn(1, mask)

    def test_tokens_that_are_not_those_of_their_text_are_refused(self):
        self.ids("abcdef")
        with self.assertRaises(ValueError):
            sequence_mask(self.tokenizer, [self.tokenizer.number("ab")], [self.tokenizer.number("def")])

    def test_chosen_ones_come_first_and_rows_are_filled_up(self):
        examples = [{"prompt_ids": [1, 2], "chosen_ids": [3], "rejected_ids": [4, 5]}]
        rows = preference_rows(examples, lambda prompt, completion: [0] * len(prompt) + [1] * len(completion), 4)
        self.assertEqual(
            padded(rows, 9),
            {
                "input_ids": [[1, 2, 3, 9], [1, 2, 4, 5]],
                "attention_mask": [[1, 1, 1, 0], [1, 1, 1, 1]],
                "completion_mask": [[0, 0, 1, 0], [0, 0, 1, 1]],
            },
        )

    def test_a_trajectory_that_is_too_long_is_refused(self):
        with self.assertRaises(ValueError):
            preference_rows([{"prompt_ids": [1], "chosen_ids": [2], "rejected_ids": [3]}], lambda *ids: [], 1)


try:
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
except ImportError:
    Tokenizer = None


@unittest.skipIf(Tokenizer is None, "the package tokenizers is not installed")
class FastTokenizer(unittest.TestCase):
    def test_a_trained_byte_pair_encoding(self):
        tokenizer = Tokenizer(models.BPE())
        tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        tokenizer.decoder = decoders.ByteLevel()
        alphabet = pre_tokenizers.ByteLevel.alphabet()
        tokenizer.train_from_iterator([PROMPT + COMPLETION] * 3, trainers.BpeTrainer(vocab_size=400, initial_alphabet=alphabet))
        text = PROMPT + COMPLETION
        offsets = tokenizer.encode(text).offsets
        outside = re.sub(r"(?s)<search_results>.*?</search_results>", "", COMPLETION)
        kept = trained(text, offsets, len(PROMPT))
        self.assertNotIn("five years", kept)
        self.assertIn("It is safe", kept)
        self.assertLessEqual(len(kept), len(outside) + 2)


if __name__ == "__main__":
    unittest.main()
