package sim_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"sync/atomic"
	"time"

	"herald/localstack/simulators/sim"
)

// toy is a whole simulator on the body: a gateway of short messages that are paid from a balance, reported by
// callbacks signed with a key, and can be queried.
type toy struct {
	*sim.Sim
	balance atomic.Int64
}

const (
	toyKey   = "key of the toy"
	toyPrice = 3
)

func newToy(cfg sim.Config) *toy {
	g := &toy{}
	cfg.Name, cfg.Once, cfg.OnReset = "toy", true, func() { g.balance.Store(1_000_000) }
	delivered := sim.Course{{Status: "sent"}, {Status: "delivered", After: 300 * time.Millisecond}}
	cfg.Courses = []sim.Course{delivered, append(delivered[:2:2], sim.Step{Status: "clicked", After: time.Second})}
	cfg.Failed = sim.Course{{Status: "failed", After: time.Second}}
	cfg.Outcomes = map[string]sim.Outcome{"blocked": {Refuse: "NUMBER_BLOCKED"}, "busy": {Refuse: "BUSY", Times: 2},
		"off": {Fail: "PHONE_OFF"}}
	cfg.Rules = []sim.Rule{{Suffix: "000", Outcome: "blocked"}}
	cfg.Callback, cfg.Sign = callback, sign
	cfg.Controls = map[string]sim.Control{"POST balance": func(r *http.Request) (any, error) {
		var body struct{ Balance int64 }
		err := sim.Read(r, &body)
		g.balance.Store(body.Balance)
		return nil, err
	}}
	g.Sim = sim.New(cfg)
	g.Handle("POST /messages", g.send)
	g.Handle("GET /messages/{id}", g.show)
	return g
}

type request struct {
	To, Text, Reference, Callback string
	Link                          string // "+" when the text has one, which a recipient clicks
}

func (g *toy) send(w http.ResponseWriter, r *http.Request) {
	var m request
	if err := sim.Read(r, &m); err != nil || m.To == "" || m.Text == "" {
		sim.JSON(w, http.StatusBadRequest, g.Refused(m.To, sim.Refuse("MALFORMED", "to and text are needed")))
		return
	}
	if g.Throttled() {
		sim.JSON(w, http.StatusTooManyRequests, g.Refused(m.To, sim.Refuse("THROTTLED", "slower")))
		return
	}
	taken, err := g.Take(sim.Message{Key: m.To, Kind: "text", Body: m.Text, Reference: m.Reference, Address: m.Callback,
		Check: func() error {
			if g.balance.Add(-toyPrice) < 0 {
				g.balance.Add(toyPrice)
				return sim.Refuse("NO_BALANCE", "a message is %d", toyPrice)
			}
			return nil
		},
		Fate: func(int) (int, sim.Code) { return len(m.Link), "" }})
	if err != nil {
		sim.JSON(w, http.StatusUnprocessableEntity, err)
		return
	}
	taken.Answer(w, r, http.StatusOK, map[string]any{"id": taken.ID, "again": taken.Again})
}

func (g *toy) show(w http.ResponseWriter, r *http.Request) {
	m, reached, ok := g.Find(r.PathValue("id"))
	if !ok {
		sim.JSON(w, http.StatusNotFound, sim.Refuse("UNKNOWN", "no such message"))
		return
	}
	sim.JSON(w, http.StatusOK, map[string]any{"id": m.ID, "events": names(reached)})
}

func callback(receipts []sim.Receipt) []byte {
	var out []event
	for _, r := range receipts {
		out = append(out, event{r.Message.ID, r.Message.Reference, r.Status, r.Code, r.At})
	}
	return sim.Encoded(out)
}

func sign(r *http.Request, body []byte) {
	mac := hmac.New(sha256.New, []byte(toyKey))
	mac.Write(body)
	r.Header.Set("X-Toy-Signature", hex.EncodeToString(mac.Sum(nil)))
}
