package omni_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"herald/pkg/provider"
	"herald/pkg/provider/omni"
)

var hash = strings.Repeat("ab", 32)

func ask(t testing.TB, status int, answer string) (provider.Transaction, error) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = w.Write([]byte(answer))
	}))
	t.Cleanup(server.Close)
	a, err := omni.New(omni.Config{BaseURL: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	return a.Transaction(context.Background(), hash)
}

func sent(change string) string {
	return fmt.Sprintf(
		`{"txid":%q,"sendingaddress":"a","referenceaddress":"b","propertyid":31,"amount":"12.50000000","divisible":true,"valid":true,"confirmations":3,"block":7,"blockhash":"h","blocktime":1,"type_int":0%s}`, hash, change)
}

func TestOnlyASimpleSendOfTheTokenCounts(t *testing.T) {
	got, err := ask(t, 200, sent(""))
	if err != nil || len(got.Transfers) != 1 || got.Transfers[0].Units.Int64() != 1_250_000_000 || got.Confirmations != 3 {
		t.Errorf("%+v %v", got, err)
	}
	for _, change := range []string{`,"propertyid":1`, `,"type_int":3`, `,"type_int":null`, `,"divisible":false`, `,"amount":"1e3"`,
		`,"amount":"-1.0"`, `,"amount":"1.123456789"`, `,"amount":""`} {
		if got, err := ask(t, 200, sent(change)); err != nil || len(got.Transfers) != 0 || got.Strange != 1 {
			t.Errorf("%s: %+v %v", change, got, err)
		}
	}
	if got, err := ask(t, 200, sent(`,"valid":false`)); err != nil || got.Success {
		t.Errorf("%+v %v", got, err)
	}
}

func TestWhatTheExplorerSays(t *testing.T) {
	for _, c := range []struct {
		status int
		answer string
		cause  provider.Cause
	}{
		{404, `{"error":"Transaction not found"}`, provider.NotThere}, {200, `{"error":"Not Found"}`, provider.NotThere},
		{404, `<html>not found</html>`, provider.Other},
		{200, sent(`,"confirmations":0`), provider.NotThere}, {429, ``, provider.TooOften}, {403, `banned`, provider.TooOften},
		{500, ``, provider.Other},
		{200, `<html>`, provider.Unreadable}, {200, `{"error":"rate"}`, provider.Other}, {200, sent(`,"txid":"x"`), provider.Foreign},
	} {
		_, err := ask(t, c.status, c.answer)
		if f, ok := err.(*provider.Failure); !ok || f.Cause != c.cause || f.Verdict != provider.Retry {
			t.Errorf("%d %s: %v", c.status, c.answer, err)
		}
	}
}

func TestAddresses(t *testing.T) {
	a, err := omni.New(omni.Config{BaseURL: "https://api.omniexplorer.info"})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "3P14159f73E4gFr7JterCCQh9QjiTjiZrG"} {
		if got, err := a.Address(text); err != nil || got != text {
			t.Error(got, err)
		}
	}
	for _, text := range []string{"", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"} {
		if got, err := a.Address(text); provider.CauseOf(err) != provider.BadInput {
			t.Errorf("%q: %q %v", text, got, err)
		}
	}
	if p := a.Profile(); !p.Outdated || p.PollInterval == 0 {
		t.Errorf("%+v", p)
	}
}
