#!/bin/sh
# sign.sh METHOD PATH [BODY [CURL-OPTION…]]: sends a signed request and shows the response.
# Reads BASE_URL, API_KEY and SHARED_SECRET from the environment.
set -eu
method=$1 url=$BASE_URL$2 body=${3-}
shift $(($# < 3 ? $# : 3))
[ -z "$body" ] || set -- --header 'Content-Type: application/json' --data-raw "$body" "$@"

# The process id replaces the milliseconds, because two requests within a second must not have the same signature.
timestamp=$(date -u +%Y-%m-%dT%H:%M:%S).$(printf %03d $(($$ % 1000)))Z
digest=$(printf %s "$body" | openssl dgst -md5 | sed 's/.*[ =]//')
signature=$(printf '%s\n%s\n%s\n%s' "$method" "$url" "$timestamp" "$digest" |
  openssl dgst -sha256 -hmac "$SHARED_SECRET" -binary | openssl base64 -A)
encoded() { printf %s "$1" | sed 's/+/%2B/g; s/\//%2F/g; s/=/%3D/g; s/:/%3A/g'; }

exec curl --silent --show-error --include --globoff --request "$method" --header \
  "Authorization: FOLIOWS FOLIOWS_API_KEY=$API_KEY,FOLIOWS_SIGNATURE=$(encoded "$signature"),FOLIOWS_TIMESTAMP=$(encoded "$timestamp")" \
  "$@" "$url"
