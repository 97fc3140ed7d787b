package ethereum_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"herald/pkg/provider"
	"herald/pkg/provider/ethereum"
)

func mustAdapter(t testing.TB, base string) *ethereum.Adapter {
	t.Helper()
	a, err := ethereum.New(ethereum.Config{BaseURL: base})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// The addresses of EIP-55, and USDT's contract (facts 5.4).
func TestAddressesAreCheckedByEIP55(t *testing.T) {
	a := mustAdapter(t, "https://node.example/key")
	for _, text := range []string{ethereum.USDT, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
		"0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB", "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb", "0x52908400098527886E0F7030069857D2E4169EE7",
		" 0x27b1fdb04752bbc536007a920d24acb045561c26 "} {
		got, err := a.Address(text)
		if err != nil || got != strings.ToLower(strings.TrimSpace(text)) {
			t.Errorf("%s: %s %v", text, got, err)
		}
	}
	for _, text := range []string{"", "0x", "dAC17F958D2ee523a2206206994597C13D831ec7", "0xdaC17F958D2ee523a2206206994597C13D831ec7",
		"0xdAC17F958D2ee523a2206206994597C13D831ec",
		"TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "0xgAC17F958D2ee523a2206206994597C13D831ec7"} {
		if got, err := a.Address(text); provider.CauseOf(err) != provider.BadInput {
			t.Errorf("%q: %q %v", text, got, err)
		}
	}
}

func TestHashesHaveOneForm(t *testing.T) {
	a, hash := mustAdapter(t, "https://node.example"), strings.Repeat("ab", 32)
	for _, text := range []string{hash, "0x" + hash, " 0X" + strings.ToUpper(hash) + "\n"} {
		if got, err := a.Hash(text); err != nil || got != "0x"+hash {
			t.Errorf("%q: %q %v", text, got, err)
		}
	}
	for _, text := range []string{"", hash[1:], hash + "0", strings.Repeat("xy", 32)} {
		if got, err := a.Hash(text); provider.CauseOf(err) != provider.BadInput {
			t.Errorf("%q: %q %v", text, got, err)
		}
	}
}

// node answers by method, with the same for each call of it.
func node(t testing.TB, answers map[string]string) *ethereum.Adapter {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := make([]byte, 4096)
		n, _ := r.Body.Read(body)
		for method, answer := range answers {
			if strings.Contains(string(body[:n]), method) {
				_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":1,"result":%s}`, answer)
				return
			}
		}
	}))
	t.Cleanup(server.Close)
	return mustAdapter(t, server.URL)
}

// The receipt names another block than the node holds at that number: the chain is between two branches.
func TestAReceiptOfAnotherBranchIsMoving(t *testing.T) {
	hash, one, two := "0x"+strings.Repeat("ab", 32), "0x"+strings.Repeat("01", 32), "0x"+strings.Repeat("02", 32)
	a := node(t, map[string]string{
		"eth_getTransactionReceipt": fmt.Sprintf(`{"transactionHash":%q,"status":"0x1","blockNumber":"0x5","blockHash":%q,"logs":[]}`, hash, one),
		"eth_getBlockByNumber":      fmt.Sprintf(`{"number":"0x5","hash":%q,"timestamp":"0x1"}`, two),
	})
	if _, err := a.Transaction(context.Background(), hash); provider.CauseOf(err) != provider.Moving {
		t.Error(err)
	}
}

// FuzzTransaction gives a node's answer: no answer causes a crash or a transfer without an amount.
func FuzzTransaction(f *testing.F) {
	hash := "0x" + strings.Repeat("ab", 32)
	f.Add(fmt.Sprintf(
		`{"transactionHash":%q,"status":"0x1","blockNumber":"0x5","blockHash":%q,"logs":[{"address":%q,"topics":["0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef","0x0","0x1"],"data":"0x"}]}`, hash, hash, ethereum.USDT))
	f.Add(`{"logs":[{}]}`)
	f.Add(`null`)
	f.Fuzz(func(t *testing.T, receipt string) {
		a := node(t, map[string]string{"eth_getTransactionReceipt": receipt,
			"eth_getBlockByNumber": fmt.Sprintf(`{"number":"0x5","hash":%q,"timestamp":"0x1"}`, hash)})
		got, err := a.Transaction(context.Background(), hash)
		if err != nil && provider.CauseOf(err) == "" {
			t.Errorf("%v is no failure", err)
		}
		for _, m := range got.Transfers {
			if m.Units == nil || m.Units.Sign() < 0 {
				t.Errorf("%+v", m)
			}
		}
	})
}
