#!/usr/bin/env bash
# Checks the signature of a webhook that you have recorded, with openssl. Reads the raw body from stdin:
#
#     SHEAF_WEBHOOK_SECRET=whsec_... ./verify.sh "$webhook_id" "$webhook_timestamp" "$webhook_signature" < body.json
#
# Ends with code 0 if one of the signatures is valid, whatever its age. Use it to find mistakes, not to receive webhooks:
# the secret shows in the list of processes, and the comparison does not take constant time.
set -euo pipefail

[ $# -eq 3 ] || { echo "usage: verify.sh ID TIMESTAMP SIGNATURES < BODY" >&2; exit 2; }
id=$1 timestamp=$2 signatures=$3
[[ $timestamp =~ ^[1-9][0-9]{0,11}$ ]] || { echo "the timestamp is not a number of seconds" >&2; exit 2; }

key=$(printf %s "${SHEAF_WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
[ -n "$key" ] || { echo "SHEAF_WEBHOOK_SECRET is not a secret" >&2; exit 2; }

expected=$({ printf '%s.%s.' "$id" "$timestamp"; cat; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)

for signature in $signatures; do
  [ "$signature" = "v1,$expected" ] && { echo "valid, signed $(($(date +%s) - timestamp)) seconds ago"; exit 0; }
done
echo "no match" >&2
exit 1
