#!/bin/sh
# Preference fine-tuning (DPO) at OpenAI on the pairs of `winnow preferences export --format openai`:
#   OPENAI_API_KEY=… sh openai-preference.sh winnow-preferences/openai.jsonl [model]
# Uploads the file, starts a job, and prints it. The format takes the answer alone: see README.md.
set -eu
file=${1:?name the file of pairs}
model=${2:-gpt-4.1-mini-2025-04-14}
api=${OPENAI_BASE_URL:-https://api.openai.com/v1}
key=${OPENAI_API_KEY:?set OPENAI_API_KEY}
uploaded=$(curl -fsS "$api/files" -H "Authorization: Bearer $key" -F purpose=fine-tune -F "file=@$file;type=application/jsonl")
id=$(printf %s "$uploaded" | python3 -c 'import json, sys; print(json.load(sys.stdin)["id"])')
body=$(python3 -c 'import json, sys; print(json.dumps({"training_file": sys.argv[1], "model": sys.argv[2], "method": {"type": "dpo", "dpo": {"hyperparameters": {"beta": 0.5, "n_epochs": 1}}}}))' "$id" "$model")
curl -fsS "$api/fine_tuning/jobs" -H "Authorization: Bearer $key" -H 'Content-Type: application/json' -d "$body"
