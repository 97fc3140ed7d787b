package chainsim_test

import (
	"context"
	"errors"
	"math/big"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	chainsim "herald/localstack/simulators/chain"
	"herald/localstack/simulators/sim"
	"herald/pkg/provider"
	"herald/pkg/provider/ethereum"
	"herald/pkg/provider/omni"
	"herald/pkg/provider/tron"
)

var ctx = context.Background()

// world is a chain behind a socket and the adapter that reads it.
type world struct {
	*testing.T
	sim   *chainsim.Sim
	chain provider.Chain
	ours  string
	scale int64 // units of a token's millionth
}

var receivers = map[string]string{chainsim.TRON: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
	chainsim.Ethereum: "0x27b1fdb04752bbc536007a920d24acb045561c26",
	chainsim.Omni:     "3P14159f73E4gFr7JterCCQh9QjiTjiZrG"}

// each runs a test on every chain.
func each(t *testing.T, test func(*world)) {
	for kind, ours := range receivers {
		t.Run(kind, func(t *testing.T) {
			s, err := chainsim.New(chainsim.Config{Kind: kind, Key: "key", Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			server := httptest.NewServer(s)
			t.Cleanup(func() { s.Close(); server.Close() })
			w := &world{T: t, sim: s, ours: ours, scale: 1}
			switch kind {
			case chainsim.TRON:
				w.chain, err = tron.New(tron.Config{BaseURL: server.URL, Key: "key"})
			case chainsim.Ethereum:
				w.chain, err = ethereum.New(ethereum.Config{BaseURL: server.URL})
			case chainsim.Omni:
				w.chain, err = omni.New(omni.Config{BaseURL: server.URL})
				w.scale = 100
			}
			if err != nil {
				t.Fatal(err)
			}
			test(w)
		})
	}
}

// to is a transfer of so many millionths of the true token to us.
func (w *world) to(micro int64) chainsim.Transfer {
	from := map[string]string{"tron": "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "ethereum": "0x52908400098527886e0f7030069857d2e4169ee7",
		"omni": "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"}
	return chainsim.Transfer{From: from[w.chain.Profile().Chain], To: w.ours, Units: big.NewInt(micro * w.scale)}
}

func (w *world) ask(hash string) provider.Transaction {
	w.Helper()
	t, err := w.chain.Transaction(ctx, hash)
	if err != nil {
		w.Fatal(err)
	}
	return t
}

func want(t *testing.T, err error, verdict provider.Verdict, cause provider.Cause) {
	t.Helper()
	f := new(provider.Failure)
	if !errors.As(err, &f) || f.Verdict != verdict || f.Cause != cause {
		t.Errorf("got %v, not verdict %d, cause %s", err, verdict, cause)
	}
}

func TestATransferIsConfirmedBlockByBlock(t *testing.T) {
	each(t, func(w *world) {
		hash := w.sim.Send(false, w.to(12_500_000))
		_, err := w.chain.Transaction(ctx, hash)
		want(w.T, err, provider.Retry, provider.NotThere)
		for n := int64(1); n <= 12; n++ {
			w.sim.AddBlocks(1, 0)
			got := w.ask(hash)
			if got.Confirmations != n || !got.Success || len(got.Transfers) != 1 || got.Strange != 0 {
				w.Fatalf("after %d blocks %+v", n, got)
			}
			m := got.To(w.ours)
			if micro, err := m[0].Micro(); err != nil || micro != 12_500_000 || m[0].Hash != hash {
				w.Fatalf("%+v %v", m, err)
			}
			if time.Since(got.At) > time.Minute || got.BlockHash == "" {
				w.Errorf("%+v", got)
			}
		}
		if got := w.ask(hash); got.Final != (w.chain.Profile().Chain == "omni") {
			w.Errorf("final after 12 of 19 blocks: %v", got.Final)
		}
		w.sim.AddBlocks(7, 0)
		if got := w.ask(hash); !got.Final {
			w.Error("not final after 19 blocks")
		}
	})
}

// The chain takes back its last blocks: what they held is in another block, or in none.
func TestAReorganisationBeforeTheTwelfthConfirmation(t *testing.T) {
	each(t, func(w *world) {
		hash := w.sim.Send(false, w.to(1))
		w.sim.AddBlocks(11, 0)
		before := w.ask(hash)
		if err := w.sim.Reorganise(11, false); err != nil {
			t.Fatal(err)
		}
		_, err := w.chain.Transaction(ctx, hash)
		want(w.T, err, provider.Retry, provider.NotThere)
		w.sim.AddBlocks(1, 0)
		after := w.ask(hash)
		if before.Confirmations != 11 || after.Confirmations != 1 || before.BlockHash == after.BlockHash || after.Block <= before.Block {
			w.Errorf("before %+v, after %+v", before, after)
		}
		if err := w.sim.Reorganise(1, true); err != nil {
			t.Fatal(err)
		}
		w.sim.AddBlocks(20, 0)
		_, err = w.chain.Transaction(ctx, hash)
		want(w.T, err, provider.Retry, provider.NotThere)
	})
}

func TestAFailedTransferMovesNothing(t *testing.T) {
	each(t, func(w *world) {
		hash := w.sim.Send(true, w.to(5))
		w.sim.AddBlocks(12, 0)
		if got := w.ask(hash); got.Success {
			w.Errorf("%+v", got)
		}
	})
}

func TestAFakeTokenDoesNotCount(t *testing.T) {
	fakes := map[string]string{chainsim.TRON: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
		chainsim.Ethereum: "0xdac17f958d2ee523a2206206994597c13d831ec8", chainsim.Omni: "32"}
	each(t, func(w *world) {
		m := w.to(1_000_000_000)
		m.Token = fakes[w.chain.Profile().Chain]
		hash := w.sim.Send(false, m)
		w.sim.AddBlocks(1, 0)
		if got := w.ask(hash); len(got.Transfers) != 0 || got.Strange != 1 || !got.Success {
			w.Errorf("%+v", got)
		}
		if list, _, err := w.chain.Transfers(ctx, w.ours, since(-time.Hour)); err != nil || len(list) != 0 {
			w.Errorf("%+v %v", list, err)
		}
	})
}

// One transaction may move several amounts, of which some come to us; on Omni it can be no simple send then.
func TestSeveralTransfersInOneTransaction(t *testing.T) {
	each(t, func(w *world) {
		other := w.to(7)
		other.To, other.From = other.From, other.To
		hash := w.sim.Send(false, w.to(3), other, w.to(4))
		w.sim.AddBlocks(1, 0)
		got := w.ask(hash)
		if w.chain.Profile().Chain == "omni" {
			if got.Strange != 1 || len(got.Transfers) != 0 {
				w.Errorf("%+v", got)
			}
			return
		}
		ours := got.To(w.ours)
		if len(got.Transfers) != 3 || len(ours) != 2 || ours[0].Index == ours[1].Index || ours[0].Units.Int64()+ours[1].Units.Int64() != 7 {
			w.Errorf("%+v", got)
		}
	})
}

func TestTransfersSinceATime(t *testing.T) {
	each(t, func(w *world) {
		old := w.sim.Send(false, w.to(1))
		w.sim.AddBlocks(1, time.Hour)
		if got := w.ask(old); time.Since(got.At) < 59*time.Minute {
			w.Errorf("a transfer before the order: %s", got.At)
		}
		if err := w.sim.Reorganise(1, true); err != nil { // a chain whose times only rise again
			t.Fatal(err)
		}
		first := w.sim.Send(false, w.to(2))
		w.sim.AddBlocks(1, 0)
		second := w.sim.Send(false, w.to(3))
		w.sim.AddBlocks(1, 0)
		list, _, err := w.chain.Transfers(ctx, w.ours, since(-time.Minute))
		if err != nil || len(list) != 2 || list[0].Hash != first || list[1].Hash != second || list[0].To != w.ours {
			w.Errorf("%+v %v", list, err)
		}
		if list, _, err = w.chain.Transfers(ctx, w.ours, since(time.Minute)); err != nil || len(list) != 0 {
			w.Errorf("%+v %v", list, err)
		}
		until := provider.Window{Since: time.Now().Add(-time.Hour), Until: time.Now().Add(-time.Minute)}
		if list, next, err := w.chain.Transfers(ctx, w.ours, until); err != nil || len(list) != 0 || next != "" {
			w.Errorf("%+v %q %v", list, next, err)
		}
	})
}

func since(d time.Duration) provider.Window { return provider.Window{Since: time.Now().Add(d)} }

// A transfer behind more others, or more blocks, than an answer holds stands on a later page, and no page is shown twice.
func TestTransfersStandOnPages(t *testing.T) {
	each(t, func(w *world) {
		for range 250 {
			w.sim.Send(false, w.to(1))
		}
		w.sim.AddBlocks(10_001, 0)
		last := w.sim.Send(false, w.to(2))
		w.sim.AddBlocks(1, 0)
		seen, within, pages := map[string]bool{}, since(-time.Minute), 0
		for more := true; more; pages++ {
			page, next, err := w.chain.Transfers(ctx, w.ours, within)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range page {
				if seen[m.Hash] {
					w.Errorf("%s again", m.Hash)
				}
				seen[m.Hash] = true
			}
			within.Page, more = next, next != ""
		}
		if len(seen) != 251 || !seen[last] || pages < 2 {
			w.Errorf("%d transfers on %d pages", len(seen), pages)
		}
		within.Page = "x"
		if _, _, err := w.chain.Transfers(ctx, w.ours, within); w.chain.Profile().Chain != "tron" {
			want(w.T, err, provider.Rejected, provider.BadInput)
		}
	})
}

func TestHeads(t *testing.T) {
	each(t, func(w *world) {
		before, err := w.chain.Head(ctx)
		if w.chain.Profile().Chain == "omni" {
			want(w.T, err, provider.Rejected, provider.BadInput)
			return
		}
		w.sim.AddBlocks(2, 0)
		after, again := w.chain.Head(ctx)
		if err != nil || again != nil || after.Number != before.Number+2 || after.Hash == before.Hash || time.Since(after.At) > time.Minute {
			w.Errorf("%+v, %+v, %v, %v", before, after, err, again)
		}
	})
}

// A query is never in doubt: with any spoilt answer it may be repeated.
func TestSpoiltAnswers(t *testing.T) {
	each(t, func(w *world) {
		hash := w.sim.Send(false, w.to(1))
		w.sim.AddBlocks(1, 0)
		for _, c := range []struct {
			rule  sim.Rule
			cause provider.Cause
		}{
			{sim.Rule{Outcome: "cut"}, provider.Unreachable}, {sim.Rule{Outcome: "garbled"}, provider.Unreadable},
			{sim.Rule{Outcome: "refuse", Code: "429"}, provider.TooOften},
		} {
			if err := w.sim.SetScript([]sim.Rule{c.rule}); err != nil {
				t.Fatal(err)
			}
			_, err := w.chain.Transaction(ctx, hash)
			want(w.T, err, provider.Retry, c.cause)
			_, _, err = w.chain.Transfers(ctx, w.ours, since(0))
			want(w.T, err, provider.Retry, c.cause)
		}
	})
}

func TestAWrongKeyOfTronGridIsAnAccountError(t *testing.T) {
	s, err := chainsim.New(chainsim.Config{Kind: chainsim.TRON, Key: "key", Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s)
	t.Cleanup(func() { s.Close(); server.Close() })
	a, err := tron.New(tron.Config{BaseURL: server.URL, Key: "other", Client: &http.Client{Timeout: time.Second}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = a.Head(ctx)
	want(t, err, provider.Retry, provider.BadAccount)
}
