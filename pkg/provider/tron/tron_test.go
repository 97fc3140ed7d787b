package tron_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"herald/pkg/provider"
	"herald/pkg/provider/tron"
)

func mustAdapter(t testing.TB, base string) *tron.Adapter {
	t.Helper()
	a, err := tron.New(tron.Config{BaseURL: base})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestAddressesAndHashes(t *testing.T) {
	a := mustAdapter(t, "https://api.trongrid.io")
	if got, err := a.Address(" " + tron.USDT); err != nil || got != tron.USDT {
		t.Error(got, err)
	}
	for _, text := range []string{"", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
		"0xdAC17F958D2ee523a2206206994597C13D831ec7", "41a614f803b6fd780986a42c78ec9c7f77e6ded13c"} {
		if got, err := a.Address(text); provider.CauseOf(err) != provider.BadInput {
			t.Errorf("%q: %q %v", text, got, err)
		}
	}
	hash := strings.Repeat("ab", 32)
	for _, text := range []string{strings.ToUpper(hash) + " ", "0x" + hash, "\u202a" + hash + "\u202c",
		"https://tronscan.org/#/transaction/" + hash} {
		if got, err := a.Hash(text); err != nil || got != hash {
			t.Errorf("%q: %q %v", text, got, err)
		}
	}
	for _, text := range []string{"", hash + " " + strings.Repeat("cd", 32), hash[1:], strings.Repeat("zz", 32)} {
		if got, err := a.Hash(text); provider.CauseOf(err) != provider.BadInput {
			t.Errorf("%q: %q %v", text, got, err)
		}
	}
	if _, err := tron.New(tron.Config{BaseURL: "https://api.trongrid.io", Token: "x"}); err == nil {
		t.Error("a token that is no address")
	}
}

// node answers by path.
func node(t testing.TB, answers map[string]string) *tron.Adapter {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_,
			_ = w.Write([]byte(answers[r.URL.Path]))
	}))
	t.Cleanup(server.Close)
	return mustAdapter(t, server.URL)
}

const held = `{"blockID":"b5","block_header":{"raw_data":{"number":5,"timestamp":1000}}}`

func TestABlockOfAnotherTimeIsMoving(t *testing.T) {
	hash := strings.Repeat("ab", 32)
	a := node(t,
		map[string]string{
			"/wallet/gettransactioninfobyid": fmt.Sprintf(`{"id":%q,"blockNumber":5,"blockTimeStamp":2000,"receipt":{"result":"SUCCESS"}}`, hash),
			"/wallet/getblockbynum":          held, "/wallet/getnowblock": held})
	if _, err := a.Transaction(context.Background(), hash); provider.CauseOf(err) != provider.Moving {
		t.Error(err)
	}
}

// FuzzTransaction gives a node's answer: no answer causes a crash or a transfer without an amount.
func FuzzTransaction(f *testing.F) {
	hash := strings.Repeat("ab", 32)
	f.Add(fmt.Sprintf(
		`{"id":%q,"blockNumber":5,"blockTimeStamp":1000,"receipt":{"result":"SUCCESS"},"log":[{"address":"a614f803b6fd780986a42c78ec9c7f77e6ded13c","topics":["ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef","%s","%s"],"data":"%s"}]}`,
		hash, strings.Repeat("0", 64), strings.Repeat("0", 64), strings.Repeat("f", 64)))
	f.Add(`{}`)
	f.Add(`{"log":[{"topics":["","",""]}]}`)
	f.Fuzz(func(t *testing.T, info string) {
		a := node(t, map[string]string{"/wallet/gettransactioninfobyid": info, "/walletsolidity/gettransactioninfobyid": `{}`,
			"/wallet/getblockbynum": held, "/wallet/getnowblock": held})
		got, err := a.Transaction(context.Background(), hash)
		if err != nil && provider.CauseOf(err) == "" {
			t.Errorf("%v is no failure", err)
		}
		for _, m := range got.Transfers {
			if m.Units == nil || m.Units.Sign() < 0 {
				t.Errorf("%+v", m)
			}
		}
		if err == nil && !json.Valid([]byte(info)) {
			t.Errorf("%q was read", info)
		}
	})
}
