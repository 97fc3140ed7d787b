package partnersim

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"herald/localstack/simulators/sim"
)

// Outcomes of an item that a worker takes.
const (
	OutcomeFulfil   = "fulfil"   // hands in a picture
	OutcomeGiveBack = "giveback" // gives the item back
	OutcomeVanish   = "vanish"   // is never heard of again: the lease ends by itself
	OutcomeJunk     = "junk"     // hands in what is no picture, then gives the item back
)

var outcomes = []string{OutcomeFulfil, OutcomeGiveBack, OutcomeVanish, OutcomeJunk}

// WorkersConfig is a partner that fulfils comments by the interface in pkg/provider/partner/items.json.
type WorkersConfig struct {
	Herald       string // address of the interface: …/api/comment/partner; without it nothing is done
	Name, Secret string
	Platforms    []string          // whose items are taken; nil: social networks, so that reviews stay for staff
	Every        time.Duration     // between two looks; 0 is 2 s
	Transport    http.RoundTripper // nil: the network
	Now          func() time.Time
}

// Workers is the partner. Its script is by the last digit of an item's id: of 7 the worker vanishes, of 9 it gives back.
type Workers struct {
	*sim.Sim
	cfg    WorkersConfig
	client *http.Client
	stop   context.CancelFunc
	done   sync.WaitGroup

	mu       sync.Mutex
	script   map[string]string // outcome by the end of an item's id; the longest decides
	left     map[string]bool   // items that are not touched any more
	pictures int
	start    int64
	steps    []WorkerStep
}

// WorkerStep is a call that was made.
type WorkerStep struct {
	Item   string `json:"item"`
	Step   string `json:"step"`
	Status int    `json:"status"`
}

// NewWorkers starts the partner; end it with Close.
func NewWorkers(cfg WorkersConfig) *Workers {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Every == 0 {
		cfg.Every = 2 * time.Second
	}
	if cfg.Platforms == nil {
		cfg.Platforms = []string{"facebook", "instagram", "youtube", "tiktok", "x", "telegram"}
	}
	w := &Workers{cfg: cfg, start: cfg.Now().UnixNano(), client: &http.Client{Transport: cfg.Transport, Timeout: 10 * time.Second}}
	w.Sim = sim.New(sim.Config{Name: "workers", Seed: 1, OnReset: w.reset, Controls: map[string]sim.Control{
		"POST work": w.control, "GET work": func(*http.Request) (any, error) { return w.Steps(), nil }}})
	ctx, stop := context.WithCancel(context.Background())
	w.stop = stop
	if cfg.Herald != "" {
		w.done.Go(func() { w.run(ctx) })
	}
	return w
}

// Close ends the work.
func (w *Workers) Close() {
	w.stop()
	w.done.Wait()
	w.Sim.Close()
}

func (w *Workers) reset() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.script, w.left, w.steps = map[string]string{"7": OutcomeVanish, "9": OutcomeGiveBack}, map[string]bool{}, nil
}

// Script replaces the outcomes by the ends of items' ids; what no end names is fulfilled.
func (w *Workers) Script(script map[string]string) error {
	for end, outcome := range script {
		if !slices.Contains(outcomes, outcome) {
			return fmt.Errorf("%s: no outcome %q", end, outcome)
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.script = script
	return nil
}

func (w *Workers) control(r *http.Request) (any, error) {
	var in struct {
		Outcomes map[string]string `json:"outcomes"`
	}
	if err := sim.Read(r, &in); err != nil {
		return nil, err
	}
	return nil, w.Script(in.Outcomes)
}

// Steps are the calls that were made, in their order.
func (w *Workers) Steps() []WorkerStep {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.steps)
}

// outcome of an item.
func (w *Workers) outcome(id string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	best, found := OutcomeFulfil, -1
	for end, outcome := range w.script {
		if strings.HasSuffix(id, end) && len(end) > found {
			best, found = outcome, len(end)
		}
	}
	return best
}

func (w *Workers) run(ctx context.Context) {
	tick := time.NewTicker(w.cfg.Every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			w.Look(ctx)
		}
	}
}

// workItem is an item as Herald shows it.
type workItem struct {
	ID, Platform, State string
}

// Look finishes the items that were taken and takes the next ones.
func (w *Workers) Look(ctx context.Context) {
	var own, free []workItem
	w.call(ctx, http.MethodGet, "/lease", nil, &own)
	for _, it := range own {
		if it.State == "taken" && !w.leaves(it.ID) {
			w.finish(ctx, it.ID)
		}
	}
	for _, platform := range w.cfg.Platforms {
		w.call(ctx, http.MethodGet, "/item?size=5&platform="+platform, nil, &free)
		for _, it := range free {
			if !w.leaves(it.ID) {
				w.did(it.ID, "take", w.call(ctx, http.MethodPut, "/item/"+it.ID+"/lease", nil, nil))
			}
		}
	}
}

// leaves reports an item that is not touched any more.
func (w *Workers) leaves(id string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.left[id]
}

func (w *Workers) finish(ctx context.Context, id string) {
	outcome := w.outcome(id)
	if outcome != OutcomeFulfil {
		w.mu.Lock()
		w.left[id] = true
		w.mu.Unlock()
	}
	switch outcome {
	case OutcomeFulfil:
		w.did(id, "evidence", w.call(ctx, http.MethodPut, "/item/"+id+"/evidence", map[string]any{"picture": w.picture(), "note": "posted"}, nil))
	case OutcomeJunk:
		w.did(id, "evidence", w.call(ctx, http.MethodPut, "/item/"+id+"/evidence", map[string]any{"picture": []byte("no picture")}, nil))
		fallthrough
	case OutcomeGiveBack:
		w.did(id, "giveback", w.call(ctx, http.MethodDelete, "/item/"+id+"/lease?reason=The+page+is+closed", nil, nil))
	}
}

// picture is a screenshot, so to say: each is another one.
func (w *Workers) picture() []byte {
	w.mu.Lock()
	w.pictures++
	n := w.pictures
	w.mu.Unlock()
	m := image.NewRGBA(image.Rect(0, 0, 320, 180))
	for y := range 180 {
		for x := range 320 {
			m.Set(x, y, color.RGBA{uint8(40 + n*37%160), uint8(90 + x/4), uint8(120 + y/2), 255})
		}
	}
	for i, digit := range fmt.Sprint(w.start, n) { // no two pictures are the same, also of two runs
		m.Set(i, 0, color.RGBA{uint8(digit), 0, 0, 255})
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		panic(err) // of a picture in memory
	}
	return b.Bytes()
}

// did keeps the answer to a step.
func (w *Workers) did(id, name string, status int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.steps = append(w.steps, WorkerStep{id, name, status})
}

// call makes a signed call. Its status is 0 when Herald is not reached.
func (w *Workers) call(ctx context.Context, method, path string, body, into any) int {
	var raw []byte
	if body != nil {
		raw, _ = json.Marshal(body) // of texts and bytes
	}
	req, err := http.NewRequestWithContext(ctx, method, w.cfg.Herald+path, bytes.NewReader(raw))
	if err != nil {
		return 0
	}
	at := strconv.FormatInt(w.cfg.Now().Unix(), 10)
	mac := hmac.New(sha256.New, []byte(w.cfg.Secret))
	fmt.Fprintf(mac, "%s.%s.%s.%s", at, method, req.URL.RequestURI(), raw)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Partner-Id", w.cfg.Name)
	req.Header.Set("X-Partner-Timestamp", at)
	req.Header.Set("X-Partner-Signature", "v1="+hex.EncodeToString(mac.Sum(nil)))
	res, err := w.client.Do(req)
	if err != nil {
		return 0
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		return 0
	}
	if into != nil && res.StatusCode == http.StatusOK {
		_ = json.Unmarshal(text, &struct{ Data any }{into}) // what is unreadable is asked again
	}
	return res.StatusCode
}
