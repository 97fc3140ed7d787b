package base58_test

import (
	"bytes"
	"encoding/hex"
	"testing"

	"herald/pkg/kit/base58"

	"pgregory.net/rapid"
)

// Known addresses: USDT's contract on TRON (facts 5.4), and the first address of Bitcoin.
func TestKnownAddresses(t *testing.T) {
	for text, want := range map[string]string{
		"TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t": "41a614f803b6fd780986a42c78ec9c7f77e6ded13c",
		"1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa": "0062e907b15cbf27d5425399ebf6f0fb50ebb88f18",
	} {
		got, err := base58.Decode(text)
		if err != nil || hex.EncodeToString(got) != want || base58.Encode(got) != text {
			t.Errorf("%s: %x %v", text, got, err)
		}
	}
	for _, text := range []string{"", "1", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6", "0OIl",
		string(make([]byte, 100))} {
		if got, err := base58.Decode(text); err == nil {
			t.Errorf("%q: %x", text, got)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		payload := rapid.SliceOfN(rapid.Byte(), 1, 40).Draw(t, "payload")
		if got, err := base58.Decode(base58.Encode(payload)); err != nil || !bytes.Equal(got, payload) {
			t.Fatalf("%x → %x %v", payload, got, err)
		}
	})
}
