package telephony_test

import (
	"testing"
	"time"

	"herald/pkg/provider"
	"herald/pkg/provider/telephony"
)

// Receipts of a call: its state, seconds, who answered, who hung up, and why it was not answered.
func TestWhatBecameOfACall(t *testing.T) {
	for outcome, want := range map[string]struct {
		state  provider.ReceiptState
		fact   provider.CallFact
		by     provider.Party
		code   int
		reason provider.Reason
	}{
		"answered":    {provider.ReceiptRead, provider.CallFact{Seconds: 20, By: provider.Human}, provider.Caller, 0, ""},
		"hangup_3":    {provider.ReceiptRead, provider.CallFact{Seconds: 3, By: provider.Human}, provider.Callee, 0, ""},
		"machine":     {provider.ReceiptRead, provider.CallFact{Seconds: 20, By: provider.Machine}, provider.Caller, 0, ""},
		"busy":        {provider.ReceiptFailed, provider.CallFact{}, 0, 486, provider.Busy},
		"no_answer":   {provider.ReceiptFailed, provider.CallFact{}, 0, 480, provider.NoAnswer},
		"unreachable": {provider.ReceiptFailed, provider.CallFact{}, 0, 404, provider.OffNetwork},
	} {
		onWire(t, outcome, func(w *wire) {
			id := w.dial(indonesia).ProviderID
			last := w.over()
			if last.Reference != "ref."+indonesia+"&x=y" || last.ProviderID != id || last.State != want.state || last.Call == nil ||
				*last.Call != want.fact || last.Code != want.code {
				t.Errorf("%s: %+v %+v", outcome, last, last.Call)
			}
			if want.state == provider.ReceiptFailed {
				if got := telephony.Reason(last.Code); got != want.reason || len(w.events.Ended) > 0 {
					t.Errorf("%s: %s, %+v", outcome, got, w.events.Ended)
				}
				return
			}
			if len(w.events.Receipts) != 2 || w.events.Receipts[0].State != provider.ReceiptArrived || len(w.events.Ended) != 1 ||
				w.events.Ended[0] != (provider.CallEnded{Reference: last.Reference, ProviderID: id}) {
				t.Errorf("%s: %+v", outcome, w.events)
			}
			if by, done, err := w.adapter.HungUp(w.Context(), id); by != want.by || !done || err != nil {
				t.Errorf("%s: hung up by %v, %v, %v", outcome, by, done, err)
			}
		})
	}
}

// No call lasts longer than was said: what it costs is bounded by that.
func TestACallHasALimit(t *testing.T) {
	onWire(t, "answered", func(w *wire) {
		w.adapter.Send(w.Context(), provider.Message{To: indonesia, Kind: provider.Call, Call: &provider.CallPart{Limit: 7, RingSeconds: 25},
			Reference: "r"})
		if last := w.over(); last.Call.Seconds != 7 || last.Limit != 7 {
			t.Errorf("%+v", last.Call)
		}
	})
}

// Pressed keys and speech of a call with a dialogue come to us; a call that only plays gives none.
func TestWhatIsPressedOrSaid(t *testing.T) {
	for outcome, want := range map[string][2]string{"press_2": {"2", ""}, "press_hash": {"#", ""}, "say_no": {"", "tidak"}} {
		onWire(t, outcome, func(w *wire) {
			w.script.Listens = true
			w.dial(indonesia)
			last := w.over()
			if len(w.heard) != 1 || w.heard[0] != want || last.Call.Seconds > 20+telephony.ListenSeconds {
				t.Errorf("%s: %v, %+v", outcome, w.heard, last.Call)
			}
		})
		onWire(t, outcome, func(w *wire) {
			w.dial(indonesia)
			if w.over(); len(w.heard) != 0 {
				t.Errorf("%s: %v", outcome, w.heard)
			}
		})
	}
	onWire(t, "answered", func(w *wire) {
		w.script.Listens = true
		w.dial(indonesia)
		if last := w.over(); len(w.heard) != 0 || last.Call.Seconds <= 20 || last.Call.Seconds > 20+telephony.ListenSeconds {
			t.Errorf("who says nothing: %v, %+v", w.heard, last.Call)
		}
	})
}

// A call that plays and takes keys tells which key is pressed, but no words, and costs one second more at most.
func TestAKeyIsTakenWhileARecordingPlays(t *testing.T) {
	for outcome, want := range map[string]int{"press_2": 1, "press_hash": 1, "say_no": 0, "answered": 0} {
		onWire(t, outcome, func(w *wire) {
			w.script.Keys = true
			w.dial(indonesia)
			if last := w.over(); len(w.heard) != want || last.Call.Seconds > 20+1 {
				t.Errorf("%s: %v, %+v", outcome, w.heard, last.Call)
			}
		})
	}
}

// A person who has answered hears the announcement once, even when an answer of ours failed. An unanswered call does
// not play it again.
func TestASecondAnswer(t *testing.T) {
	onWire(t, "answered", func(w *wire) {
		w.down, w.lives = telephony.AnswerPath, 1
		w.dial(indonesia)
		if last := w.over(); last.Call.Seconds != 20 {
			t.Errorf("%+v", last.Call)
		}
	})
	onWire(t, "press_2", func(w *wire) {
		w.script.Listens, w.down = true, telephony.GatherPath
		w.dial(indonesia)
		if last := w.over(); last.Call.Seconds > 20+telephony.ListenSeconds || len(w.heard) > 0 {
			t.Errorf("%+v, %v", last.Call, w.paths)
		}
	})
}

// An address of a recording in a document is read back exactly, with any characters.
func TestADocumentKeepsAddresses(t *testing.T) {
	onWire(t, "answered", func(w *wire) {
		w.script.Recording = recording + "?a=1&b=\"<'>\""
		w.script.Listens = true
		w.dial(indonesia)
		if last := w.over(); last.Call.Seconds <= 20 {
			calls, _ := w.sim.Calls()
			t.Errorf("%+v, %v", last.Call, calls[0].Alerts)
		}
	})
}

// The party that hung up is known a while after the end; without insights it is not queried.
func TestWhoHungUpTakesAWhile(t *testing.T) {
	onWire(t, "hangup_1", func(w *wire) {
		id := w.dial(indonesia).ProviderID
		for ended := false; !ended; {
			time.Sleep(100 * time.Millisecond)
			w.mu.Lock()
			ended = len(w.events.Ended) > 0
			w.mu.Unlock()
		}
		if by, done, err := w.adapter.HungUp(w.Context(), id); by != provider.PartyUnknown || done || err != nil {
			t.Errorf("at once: %v, %v, %v", by, done, err)
		}
		time.Sleep(time.Second)
		if by, done, err := w.adapter.HungUp(w.Context(), id); by != provider.Callee || !done || err != nil {
			t.Errorf("after a second: %v, %v, %v", by, done, err)
		}
		if by, done, err := w.adapter.HungUp(w.Context(), "CA0"); by != provider.PartyUnknown || done || err != nil {
			t.Errorf("of a call that does not exist: %v, %v, %v", by, done, err)
		}
		w.sim.Close()
		if _, done, err := w.adapter.HungUp(w.Context(), id); done || err == nil {
			t.Errorf("nobody there: %v, %v", done, err)
		}
		c := config()
		c.InsightsURL = ""
		if by, done, err := mustNew(t, c).HungUp(w.Context(), id); by != provider.PartyUnknown || !done || err != nil {
			t.Errorf("without insights: %v, %v, %v", by, done, err)
		}
	})
}
