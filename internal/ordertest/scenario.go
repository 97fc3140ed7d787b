package ordertest

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

	"herald/internal/clocktest"
	"herald/pkg/kit/auth"
	blobwire "herald/pkg/kit/blob/wire"
	"herald/pkg/kit/store"
	"herald/pkg/platform/setting"
	"herald/pkg/platform/user"
)

// Actor is a signed-in user.
type Actor struct{ ID, Login, token string }

// Response is the response of a route. Status 0 means that none arrived.
type Response struct {
	Status int
	Code   int
	Data   json.RawMessage
	Raw    []byte
}

// OK reports success.
func (a Response) OK() bool { return a.Status >= 200 && a.Status < 300 }

// Definite reports a response after which a client does not retry.
func (a Response) Definite() bool {
	return a.Status != 0 && a.Status < 500 && a.Status != http.StatusTooManyRequests && a.Code != 40902
}

// ID returns the id in the data.
func (a Response) ID() string {
	var d struct{ ID, TaskID string }
	_ = json.Unmarshal(a.Data, &d) // no id is an empty one
	return d.ID + d.TaskID
}

// Request is a request of a client.
type Request struct {
	Method, Path string
	Body         any    // JSON, or a *form
	Key          string // Idempotency-Key
}

// NewRequest makes a request without an Idempotency-Key.
func NewRequest(method, path string, body any) Request {
	return NewKeyedRequest(method, path, body, "")
}

// NewKeyedRequest makes a request with an Idempotency-Key.
func NewKeyedRequest(method, path string, body any, key string) Request {
	return Request{Method: method, Path: path, Body: body, Key: key}
}

// Form is a multipart body.
type Form struct {
	Fields map[string]string
	File   []byte
	Name   string // of the file; empty: people.txt
}

// Encode returns the body and its content type.
func (r Request) Encode() (io.Reader, string) {
	if r.Body == nil {
		return http.NoBody, "application/json"
	}
	f, ok := r.Body.(*Form)
	if !ok {
		raw, err := json.Marshal(r.Body)
		if err != nil {
			panic(err)
		}
		return bytes.NewReader(raw), "application/json"
	}
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for k, v := range f.Fields {
		_ = w.WriteField(k, v) // a buffer takes everything, so do the next
	}
	part, _ := w.CreateFormFile("file", cmp.Or(f.Name, "people.txt"))
	_, _ = part.Write(f.File)
	_ = w.Close()
	return &b, w.FormDataContentType()
}

// Call sends a request once. The response may get lost, with or without the function.
func (s *System) Call(who *Actor, r Request) Response {
	rec := httptest.NewRecorder()
	err := s.Invoke(GatewayFunction, 28*time.Second, func(ctx context.Context, i *Instance) error {
		return s.Serve(ctx, i, rec, who, r)
	})
	if err != nil || s.fault(0.03) {
		return Response{}
	}
	a := Response{Status: rec.Code, Raw: rec.Body.Bytes()}
	if err := json.Unmarshal(rec.Body.Bytes(), &a); err != nil {
		panic(fmt.Sprintf("%s %s: %s", r.Method, r.Path, rec.Body))
	}
	return a
}

// Serve has an instance serve a request.
func (s *System) Serve(ctx context.Context, i *Instance, w http.ResponseWriter, who *Actor, r Request) error {
	body, contentType := r.Encode()
	req, err := http.NewRequestWithContext(ctx, r.Method, "/api"+r.Path, body)
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", contentType)
	if who != nil {
		req.Header.Set("Authorization", "Bearer "+s.token(who))
	}
	if r.Key != "" {
		req.Header.Set("Idempotency-Key", r.Key)
	}
	i.api.ServeHTTP(w, req)
	return nil
}

// Await repeats a request until the response is definite, as the console does.
func (s *System) Await(who *Actor, r Request) Response {
	var a Response
	for range 300 { // longer than the lease of a key can be taken over and over by functions that die
		if a = s.Call(who, r); a.Status == http.StatusUnauthorized && who != nil && r.Path != "/oauth/login" {
			s.signIn(who) // a lock ends sessions
		} else if a.Definite() {
			return a
		}
		if !s.Sleep(time.Duration(500+s.Rand(2500)) * time.Millisecond) {
			break
		}
	}
	return a
}

// Password is the password of every actor.
const Password = "Tidal-Fern-92"

// token returns the token of an actor: that of the scenario, until it signs in again.
func (s *System) token(who *Actor) string {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	if t := s.tokens[who]; t != "" {
		return t
	}
	return who.token
}

func (s *System) signIn(who *Actor) {
	var in struct{ Token string }
	a := s.Await(nil, Request{"POST", "/oauth/login", map[string]any{"username": who.Login, "password": Password}, ""})
	if err := json.Unmarshal(a.Data, &in); err != nil || in.Token == "" {
		return // not now
	}
	s.Mu.Lock()
	s.tokens[who] = in.Token
	s.Mu.Unlock()
}

// Must asks for what cannot fail.
func (s *System) Must(who *Actor, r Request) Response {
	a := s.Await(who, r)
	if !a.OK() {
		panic(fmt.Sprintf("%s %s: %d %s", r.Method, r.Path, a.Status, a.Data))
	}
	return a
}

// Scenario is the state before a seed begins: an agent with its customer, another customer and staff, all signed in, with credit,
// prices and
// contact lists, made over the routes.
type Scenario struct {
	Rows                   *store.Memory
	Files                  *blobwire.Server
	EndsAt                 time.Time
	Admin, Agent, Ana, Bob *Actor
	Second                 *Actor // of staff
	Eve, Clerk             *Actor // who only try what is refused
	EveFile                string
	Groups                 map[*Actor][]string
	Members                map[string][]uint64 // of a collection
}

const (
	PackSizes  = 6 // of the imports that fill a collection
	GroupSize  = 15
	FirstFunds = 2000 // credits of each user
	FirstStock = 1000
)

var shared struct {
	sync.Once
	town *Scenario
}

// SharedScenario returns the scenario of the process, made on first use.
func SharedScenario(t *testing.T) *Scenario {
	shared.Do(func() {
		w := &Scenario{Groups: map[*Actor][]string{}, Members: map[string][]uint64{}}
		clocktest.Bubble(t, func(*testing.T) { w.make() })
		shared.town = w
	})
	return shared.town
}

func (w *Scenario) make() {
	w.Rows, w.Files = store.NewMemory(nil), blobwire.New()
	s := newSystem(1, w.Rows, w.Files)
	s.staffed = true
	defer s.Close()
	w.people(s)
	settings := setting.New(w.Rows, time.Now, definitions())
	for key, value := range map[string]string{"order.settle.minutes": "8", "order.unknown.minutes": "5", "order.review.auto": "true",
		"order.ab.least": "1", "receipt.window.seconds": "0"} {
		if err := settings.Set(s.Context, key, value, "admin"); err != nil {
			panic(err)
		}
	}
	for who, price := range map[string]string{"platform": "3.50", w.Agent.ID: "3.00"} {
		w.price(s, w.Admin, who, price)
	}
	w.price(s, w.Agent, w.Ana.ID, "4.00")
	s.Must(w.Admin, Request{"POST", "/aty/customerinfo/price/charge/save",
		map[string]any{"userId": "platform", "service": "comment", "countryCode": "*", "price": json.Number("2.50")}, ""})
	for _, who := range []*Actor{w.Agent, w.Ana, w.Bob} {
		s.Must(w.Admin, Request{"PUT", "/aty/customerinfo/recharge", map[string]any{"userId": who.ID, "amount": FirstFunds}, ""})
	}
	s.Must(w.Admin, Request{"POST", "/gc/bulksendstock", map[string]any{"countryCode": "BR", "sendTotal": FirstStock}, ""})
	rng := rand.New(rand.NewPCG(1, 1))
	for _, who := range []*Actor{w.Ana, w.Bob} {
		for range 3 {
			var numbers []uint64
			for range GroupSize {
				numbers = append(numbers, RandomNumber(rng.IntN))
			}
			id := s.Collection(who, numbers)
			w.Groups[who], w.Members[id] = append(w.Groups[who], id), numbers
		}
	}
	w.EndsAt = time.Now()
}

func (w *Scenario) price(s *System, by *Actor, who, price string) {
	s.Must(by, Request{"POST", "/aty/customerinfo/price/charge/save",
		map[string]any{"userId": who, "service": "bulk.whatsapp", "countryCode": "*", "price": json.Number(price)}, ""})
}

func (w *Scenario) people(s *System) {
	users := &user.Store{DB: w.Rows, Now: time.Now, Cost: auth.Cheap} // what a password costs would be a tenth of a seed
	phones := 0
	add := func(ty auth.Type, agent string, roles ...string) *Actor {
		phones++
		n := user.New{ID: s.ids.Next(), Password: Password,
			User: user.User{Type: ty, Agent: agent, Name: "x", Phone: fmt.Sprintf("1390000000%d", phones), Roles: roles}}
		u, err := users.Create(s.Context, n)
		if err != nil {
			panic(err)
		}
		a := &Actor{ID: u.ID, Login: u.Login}
		s.signIn(a)
		a.token = s.token(a)
		return a
	}
	w.Admin, w.Agent = add(auth.Admin, ""), add(auth.Agent, "")
	w.Ana, w.Bob = add(auth.First, w.Agent.ID), add(auth.First, "")
	w.Second = add(auth.Admin, "")
	w.extras(s, add)
}

// Collection makes a Brazilian contact list. Every import adds packs of its own, so that chunks are small.
func (s *System) Collection(who *Actor, numbers []uint64) string {
	return s.CollectionOf(who, "BR", numbers)
}

// CollectionOf makes a contact list of a country.
func (s *System) CollectionOf(who *Actor, country string, numbers []uint64) string {
	id := s.Must(who, Request{"POST", "/aty/contactsgroup", map[string]any{"name": "people", "countryCode": country}, ""}).ID()
	for start := 0; start < len(numbers); start += PackSizes {
		s.Bring(who, id, numbers[start:min(start+PackSizes, len(numbers))])
	}
	return id
}

// Bring imports numbers into a contact list and waits for the end.
func (s *System) Bring(who *Actor, group string, numbers []uint64) {
	file := s.Await(who, Request{"POST", "/uf/uploadfile/contact", &Form{File: ContactFile(numbers)}, ""}).ID()
	task := s.Await(who, Request{"POST", "/aty/contactsgroup/" + group + "/import", map[string]any{"fileId": file}, ""}).ID()
	for task != "" {
		var now struct{ Status string }
		a := s.Await(who, Request{"GET", "/aty/contactsgroup/" + group + "/import/" + task, nil, ""})
		if err := json.Unmarshal(a.Data, &now); err != nil || now.Status != "running" || !s.Sleep(time.Second) {
			return
		}
	}
}

// Open makes the system of a seed from the state of the scenario.
func (w *Scenario) Open(seed uint64) *System {
	time.Sleep(time.Until(w.EndsAt.Add(time.Second)))
	s := newSystem(seed, w.Rows.Clone(), w.Files.Clone())
	s.shortcut = seed%5 != 0
	return s
}
