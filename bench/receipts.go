package main

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"time"

	"herald/pkg/app"
	"herald/pkg/app/manifest"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/store"
)

// How receipts come (facts/serverless §2): nearly all deliveries within a minute, a tenth of them within a day, most
// readings within hours.
const (
	deliveredShare = 0.95
	readShare      = 0.60 // of the delivered
	lateShare      = 0.10 // of the delivered: any time within a day
	deliveredAfter = 6.0  // s, median of a log-normal with sigma 1
	readAfter      = 1800 // s, median of a log-normal with sigma 1.5
	lastAfter      = 48 * 3600
)

// event is one status of one recipient.
type event struct {
	at    int64 // unix ms
	index uint32
	state uint8
}

var stateNames = [...]string{"sent", "delivered", "read"}

// voice is how a provider tells of messages: what becomes of one, and the webhook calls that say so.
type voice struct {
	life  func(c *chain, rng *rand.Rand, index int, sent int64)
	write func(c *chain, events []event) []call
}

// whatsapp tells of three states in calls of JSON that a secret signs.
var whatsapp = voice{(*chain).life, (*chain).calls}

// chain is the receipts of an order, with what is needed to write them down.
type chain struct {
	voice
	order  string
	sent   [][]int64 // by chunk: when each sub-batch was sent, unix s
	events []event
	h      int
	n      int // recipients
}

func (w *world) chain(ctx context.Context, id string, h int, v voice) (*chain, error) {
	rows, err := store.Collect(store.Rows(ctx, w.memory, store.Query{Table: "campaign", PK: order.Key(id).PK, Prefix: "S#1#"}))
	if err != nil {
		return nil, err
	}
	c := &chain{voice: v, order: id, h: h}
	rng := rand.New(rand.NewPCG(5, 6))
	for k, row := range rows {
		var s struct {
			N     int    `dynamodbav:"n"`
			Times []byte `dynamodbav:"t"`
		}
		if _, err := store.Decode(row, &s); err != nil {
			return nil, err
		}
		var times []int64
		for i := 0; i < len(s.Times); i += 4 {
			times = append(times, int64(binary.LittleEndian.Uint32(s.Times[i:])))
		}
		c.sent, c.n = append(c.sent, times), c.n+s.N
		for i := range s.N {
			c.voice.life(c, rng, k*chunkrow.ChunkSize+i, times[i/chunkrow.SubBatch])
		}
	}
	slices.SortFunc(c.events, func(a, b event) int { return int(a.at - b.at) })
	return c, nil
}

// life draws what becomes of one recipient.
func (c *chain) life(rng *rand.Rand, index int, sent int64) {
	add := func(state uint8, after float64) {
		c.events = append(c.events, event{sent*1000 + int64(min(after, lastAfter)*1000), uint32(index), state})
	}
	normal := func(median, sigma float64) float64 { return median * math.Exp(sigma*rng.NormFloat64()) }
	add(0, 0.5+rng.Float64())
	if rng.Float64() >= deliveredShare {
		return
	}
	delivered := 1.5 + normal(deliveredAfter, 1)
	if rng.Float64() < lateShare {
		delivered = rng.Float64() * 24 * 3600
	}
	add(1, delivered)
	if rng.Float64() < readShare {
		add(2, delivered+normal(readAfter, 1.5))
	}
}

// call is one webhook call, as the provider writes and signs it.
type call struct {
	at       time.Time
	function string
	method   string
	address  string
	header   [2]string
	body     []byte
}

// calls writes webhook calls of h events each.
func (c *chain) calls(events []event) (all []call) {
	for some := range slices.Chunk(events, c.h) {
		all = append(all, c.call(some))
	}
	return all
}

func (c *chain) call(events []event) call {
	var b []byte
	b = append(b, `{"object":"whatsapp_business_account","entry":[{"id":"`+
		simWABA+`","changes":[{"value":{"messaging_product":"whatsapp","metadata":{"display_phone_number":"15550783881","phone_number_id":"`+
		simPhone+`"},"statuses":[`...)
	for i, e := range events {
		if i > 0 {
			b = append(b, ',')
		}
		k, n := int(e.index)/chunkrow.ChunkSize, int(e.index)%chunkrow.ChunkSize
		ref := chunkrow.Reference{Order: c.order, Gen: 1, Chunk: k, Index: n, Sent: c.sent[k][n/chunkrow.SubBatch]}
		b = append(b, `{"id":"wamid.HBgNNTUxMTk4NzY1NDMyMRUCABEYEjlBN0Y`...)
		b = strconv.AppendUint(b, uint64(e.index)+1e9, 36)
		b = append(b, `","status":"`+stateNames[e.state]+`","timestamp":"`...)
		b = strconv.AppendInt(b, e.at/1000, 10)
		b = append(b, `","recipient_id":"5511987654321","biz_opaque_callback_data":"`+ref.String()+
			`","pricing":{"billable":false,"pricing_model":"PMP","type":"free_customer_service","category":"service"}}`...)
	}
	b = append(b, `]},"field":"messages"}]}]}`...)
	mac := hmac.New(sha256.New, []byte(simSecret))
	mac.Write(b)
	return call{at: time.UnixMilli(events[len(events)-1].at).UTC(), function: "hook", method: http.MethodPost, body: b,
		address: "https://hook.bench/api/hook/whatsapp", header: [2]string{"X-Hub-Signature-256", "sha256=" + hex.EncodeToString(mac.Sum(nil))}}
}

// receipts lets time pass again from the first message on: webhook calls, the receipt function's batches and the janitor's
// ticks, each at its time, until the order is settled and the last receipt is in.
func (w *world) receipts(ctx context.Context, id string, from time.Time, h int, out *pipelineResult) error {
	c, err := w.chain(ctx, id, h, whatsapp)
	if err != nil {
		return err
	}
	return w.after(ctx, id, from, c, out)
}

// after is receipts of a chain that is made.
func (w *world) after(ctx context.Context, id string, from time.Time, c *chain, out *pipelineResult) error {
	hook, links := w.env(), w.env()
	hooks, pages := hook.API(), links.API()
	app.Hook(hook, hooks)
	app.Links(links, pages)
	rows := &tended{DB: w.memory, meter: w.meter, order: id, share: shareOf(c.n)}
	d := &days{world: w, chain: c, serve: map[string]http.Handler{"hook": hooks.Handler(),
		manifest.Links: pages.Handler()}, merge: app.ReceiptTasks(w.env()), ticks: app.Ticks(w.envOf(rows)),
		jobs: app.JobTasks(w.env()), inbound: app.InboundTasks(w.env()), id: id}
	w.clock.set(from)
	out.Statuses = len(c.events)
	all, err := w.measure(func() error { return d.live(ctx) })
	if err != nil {
		return err
	}
	all.CPU -= d.writing
	d.janitor.Lambda = map[string]*bill{"janitor": all.Lambda["janitor"]}
	delete(all.Lambda, "janitor")
	all.Use.WriteUnits -= d.janitor.Use.WriteUnits
	all.Use.ReadUnits -= d.janitor.Use.ReadUnits
	all.CPU -= d.janitor.CPU
	d.janitor.Use = rows.own
	out.Receipts, out.Janitor, out.Calls = all, d.janitor, d.calls
	return w.wholly(ctx, id, order.Completed)
}

// post makes a webhook call.
func (d *days) post(ctx context.Context, c call) error {
	return d.invoke(ctx, c.function, func(ctx context.Context) error {
		req, err := http.NewRequestWithContext(ctx, c.method, c.address, bytes.NewReader(c.body))
		if err != nil {
			return err
		}
		req.Header.Set(c.header[0], c.header[1])
		rec := httptest.NewRecorder()
		d.serve[c.function].ServeHTTP(rec, req)
		if rec.Code != http.StatusOK && rec.Code != http.StatusFound {
			return fmt.Errorf("%s %s: %d %s", c.method, c.address, rec.Code, rec.Body)
		}
		return nil
	})
}
