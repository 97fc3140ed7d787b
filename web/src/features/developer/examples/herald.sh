#!/bin/sh
# Estimates a bulk send, places the order and reads its state. Needs curl and openssl.
# HERALD_URL, HERALD_KEY, HERALD_SECRET, HERALD_LIST: the address, the app key, its secret, the id of a contact list.
set -eu

sha256() { openssl dgst -sha256 -r "$@" | cut -d' ' -f1; }

# call METHOD PATH [BODY [IDEMPOTENCY_KEY]] prints the answer.
call() {
  time=$(date +%s)
  nonce=$(openssl rand -hex 16)
  body=${3-}
  text=$(printf '%s\n%s\n%s\n%s\n%s' "$1" "/api$2" "$time" "$nonce" "$(printf %s "$body" | sha256)")
  signature=$(printf %s "$text" | sha256 -hmac "$HERALD_SECRET")
  set -- "$1" "$2" "$body" ${4:+-H "Idempotency-Key: $4"}
  method=$1 path=$2
  shift 3
  [ -z "$body" ] || set -- "$@" -H 'Content-Type: application/json' --data-binary "$body"
  answer=$(curl -sS --fail-with-body -X "$method" "$HERALD_URL/api$path" "$@" \
    -H "X-Herald-Key: $HERALD_KEY" -H "X-Herald-Timestamp: $time" \
    -H "X-Herald-Nonce: $nonce" -H "X-Herald-Signature: $signature") || {
    printf '%s\n' "$answer" >&2
    exit 1
  }
  printf '%s' "$answer"
}

# field NAME prints the first field of that name: a text or a number.
field() { grep -o "\"$1\":[^,}]*" | head -n 1 | cut -d: -f2- | tr -d '"'; }

order() {
  printf '{"name":"Spring sale","groupId":"%s","channel":"whatsapp","countryCode":"BR",' "$HERALD_LIST"
  printf '"expectedCost":%s,"message":{"type":"text","text":"20%% off this week"}}' "$1"
}

estimate=$(call POST /gc/groupsendorder/estimate "$(order 0)")
cost=$(printf '%s' "$estimate" | field cost)
echo "cost $cost"

# Keep the key until the answer arrives: the same key and body never make a second order.
key=$(openssl rand -hex 16)
placed=$(call POST /gc/groupsendorder "$(order "$cost")" "$key")
id=$(printf '%s' "$placed" | field id)
echo "order $id"

state=$(call GET "/gc/groupsendorder/$id")
echo "status $(printf '%s' "$state" | field status)"
