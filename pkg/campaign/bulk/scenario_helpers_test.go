package bulk_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"herald/pkg/kit/auth"
	blobwire "herald/pkg/kit/blob/wire"
	"herald/pkg/kit/clock/clocktest"
	"herald/pkg/kit/store"
	"herald/pkg/kit/testkit"
	"herald/pkg/platform/setting"
	"herald/pkg/platform/user"
)

// actor is a signed-in user.
type actor struct{ id, login, token string }

// answer of a route. Status 0: none came.
type answer struct {
	status int
	Code   int
	Data   json.RawMessage
	raw    []byte
}

func (a answer) ok() bool { return a.status >= 200 && a.status < 300 }

// definite reports an answer after which a client does not try again.
func (a answer) definite() bool {
	return a.status != 0 && a.status < 500 && a.status != http.StatusTooManyRequests && a.Code != 40902
}

func (a answer) id() string {
	var d struct{ ID, TaskID string }
	_ = json.Unmarshal(a.Data, &d) // no id is an empty one
	return d.ID + d.TaskID
}

// request is a call of a client.
type request struct {
	method, path string
	body         any    // JSON, or a *form
	key          string // Idempotency-Key
}

// form is a multipart body.
type form struct {
	fields map[string]string
	file   []byte
	name   string // of the file; empty: people.txt
}

func (r request) encode() (io.Reader, string) {
	f, ok := r.body.(*form)
	if !ok {
		raw, err := json.Marshal(r.body)
		if err != nil {
			panic(err)
		}
		return bytes.NewReader(raw), "application/json"
	}
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for k, v := range f.fields {
		_ = w.WriteField(k, v) // a buffer takes everything, so do the next
	}
	part, _ := w.CreateFormFile("file", cmp.Or(f.name, "people.txt"))
	_, _ = part.Write(f.file)
	_ = w.Close()
	return &b, w.FormDataContentType()
}

// call asks once. The answer may get lost on its way, with or without the function.
func (s *system) call(who *actor, r request) answer {
	rec := httptest.NewRecorder()
	err := s.invoke(gateway, 28*time.Second, func(ctx context.Context, i *instance) error {
		return s.serve(ctx, i, rec, who, r)
	})
	if err != nil || s.fault(0.03) {
		return answer{}
	}
	a := answer{status: rec.Code, raw: rec.Body.Bytes()}
	if err := json.Unmarshal(rec.Body.Bytes(), &a); err != nil {
		panic(fmt.Sprintf("%s %s: %s", r.method, r.path, rec.Body))
	}
	return a
}

// serve has an instance answer a call.
func (s *system) serve(ctx context.Context, i *instance, w http.ResponseWriter, who *actor, r request) error {
	body, contentType := r.encode()
	req, err := http.NewRequestWithContext(ctx, r.method, "/api"+r.path, body)
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", contentType)
	if who != nil {
		req.Header.Set("Authorization", "Bearer "+s.token(who))
	}
	if r.key != "" {
		req.Header.Set("Idempotency-Key", r.key)
	}
	i.api.ServeHTTP(w, req)
	return nil
}

// ask repeats a call until the answer is definite, as the console does.
func (s *system) ask(who *actor, r request) answer {
	var a answer
	for range 300 { // longer than the lease of a key can be taken over and over by functions that die
		if a = s.call(who, r); a.status == http.StatusUnauthorized && who != nil && r.path != "/oauth/login" {
			s.signIn(who) // a lock ends sessions
		} else if a.definite() {
			return a
		}
		if !s.sleep(time.Duration(500+s.n(2500)) * time.Millisecond) {
			break
		}
	}
	return a
}

const password = "Tidal-Fern-92"

// token returns an actor's token: that of the scenario, until the actor signed in again.
func (s *system) token(who *actor) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t := s.tokens[who]; t != "" {
		return t
	}
	return who.token
}

func (s *system) signIn(who *actor) {
	var in struct{ Token string }
	a := s.ask(nil, request{"POST", "/oauth/login", map[string]any{"username": who.login, "password": password}, ""})
	if err := json.Unmarshal(a.Data, &in); err != nil || in.Token == "" {
		return // not now
	}
	s.mu.Lock()
	s.tokens[who] = in.Token
	s.mu.Unlock()
}

// must is ask for what cannot fail.
func (s *system) must(who *actor, r request) answer {
	a := s.ask(who, r)
	if !a.ok() {
		panic(fmt.Sprintf("%s %s: %d %s", r.method, r.path, a.status, a.Data))
	}
	return a
}

// town is the fixture of a seed: an agent with its customer, another customer and staff, signed in, with credit,
// prices and contact lists, all made through the routes.
type town struct {
	rows                   *store.Memory
	files                  *blobwire.Server
	at                     time.Time
	admin, agent, ana, bob *actor
	eve, clerk             *actor // who only try what is refused
	eveFile                string
	groups                 map[*actor][]string
	members                map[string][]uint64 // of a collection
}

const (
	packSizes  = 6 // of the imports that fill a collection
	groupSize  = 15
	firstFunds = 2000 // credits of each user
	firstStock = 1000
)

var once struct {
	sync.Once
	town *town
}

// theTown is made once in a process.
func theTown(t *testing.T) *town {
	once.Do(func() {
		w := &town{groups: map[*actor][]string{}, members: map[string][]uint64{}}
		clocktest.Bubble(t, func(*testing.T) { w.make() })
		once.town = w
	})
	return once.town
}

func (w *town) make() {
	w.rows, w.files = store.NewMemory(nil), blobwire.New()
	s := newSystem(1, w.rows, w.files)
	s.staffed = true
	defer s.close()
	w.people(s)
	settings := setting.New(w.rows, time.Now, setting.Define(testkit.ModuleParts()...))
	for key, value := range map[string]string{"order.settle.minutes": "8", "order.unknown.minutes": "5", "order.review.auto": "true",
		"order.ab.least": "1", "receipt.window.seconds": "0"} {
		if err := settings.Set(s.ctx, key, value, "admin"); err != nil {
			panic(err)
		}
	}
	for who, price := range map[string]string{"platform": "3.50", w.agent.id: "3.00"} {
		w.price(s, w.admin, who, price)
	}
	w.price(s, w.agent, w.ana.id, "4.00")
	for _, who := range []*actor{w.agent, w.ana, w.bob} {
		s.must(w.admin, request{"PUT", "/aty/customerinfo/recharge", map[string]any{"userId": who.id, "amount": firstFunds}, ""})
	}
	s.must(w.admin, request{"POST", "/gc/bulksendstock", map[string]any{"countryCode": "BR", "sendTotal": firstStock}, ""})
	rng := rand.New(rand.NewPCG(1, 1))
	for _, who := range []*actor{w.ana, w.bob} {
		for range 3 {
			var numbers []uint64
			for range groupSize {
				numbers = append(numbers, someNumber(rng.IntN))
			}
			id := s.collection(who, numbers)
			w.groups[who], w.members[id] = append(w.groups[who], id), numbers
		}
	}
	w.at = time.Now()
}

func (w *town) price(s *system, by *actor, who, price string) {
	s.must(by, request{"POST", "/aty/customerinfo/price/charge/save",
		map[string]any{"userId": who, "service": "bulk.whatsapp", "countryCode": "*", "price": json.Number(price)}, ""})
}

func (w *town) people(s *system) {
	users := &user.Store{DB: w.rows, Now: time.Now, Cost: auth.Cheap} // what a password costs would be a tenth of a seed
	phones := 0
	add := func(ty auth.Type, agent string, roles ...string) *actor {
		phones++
		n := user.New{ID: s.ids.Next(), Password: password,
			User: user.User{Type: ty, Agent: agent, Name: "x", Phone: fmt.Sprintf("1390000000%d", phones), Roles: roles}}
		u, err := users.Create(s.ctx, n)
		if err != nil {
			panic(err)
		}
		a := &actor{id: u.ID, login: u.Login}
		s.signIn(a)
		a.token = s.token(a)
		return a
	}
	w.admin, w.agent = add(auth.Admin, ""), add(auth.Agent, "")
	w.ana, w.bob = add(auth.First, w.agent.id), add(auth.First, "")
	w.extras(s, add)
}

// collection makes one: every import adds packs of its own, so that several small ones make small chunks.
func (s *system) collection(who *actor, numbers []uint64) string {
	return s.collectionOf(who, "BR", numbers)
}

func (s *system) collectionOf(who *actor, country string, numbers []uint64) string {
	id := s.must(who, request{"POST", "/aty/contactsgroup", map[string]any{"name": "people", "countryCode": country}, ""}).id()
	for start := 0; start < len(numbers); start += packSizes {
		s.bring(who, id, numbers[start:min(start+packSizes, len(numbers))])
	}
	return id
}

// bring imports numbers into a collection and waits for the end of it.
func (s *system) bring(who *actor, group string, numbers []uint64) {
	file := s.ask(who, request{"POST", "/uf/uploadfile/contact", &form{file: contactFile(numbers)}, ""}).id()
	task := s.ask(who, request{"POST", "/aty/contactsgroup/" + group + "/import", map[string]any{"fileId": file}, ""}).id()
	for task != "" {
		var now struct{ Status string }
		a := s.ask(who, request{"GET", "/aty/contactsgroup/" + group + "/import/" + task, nil, ""})
		if err := json.Unmarshal(a.Data, &now); err != nil || now.Status != "running" || !s.sleep(time.Second) {
			return
		}
	}
}

// open lets a seed begin from the fixture.
func (w *town) open(seed uint64) *system {
	time.Sleep(time.Until(w.at.Add(time.Second)))
	s := newSystem(seed, w.rows.Clone(), w.files.Clone())
	s.shortcut = seed%5 != 0
	return s
}
