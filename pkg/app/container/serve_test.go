package container

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"herald/internal/testkit"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/app"
	"herald/pkg/campaign/emaildesign/htmlimport"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/config"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/sheet/excel"
	"herald/pkg/platform/notice"
	"herald/pkg/platform/notice/clean"
	"herald/pkg/platform/user"
)

const password = "Tidal-Fern-92"

// site is the process with sockets, on tables, queues and buckets in memory, and the provider beside it.
type site struct {
	t     *testing.T
	aws   *testkit.Env
	users *user.Store
	url   string
	stop  context.CancelFunc
	ended chan error
	quiet atomic.Bool // errors of the log are expected
}

func start(t *testing.T) *site {
	aws := testkit.Memory(t)
	aws.Clock.Run()
	return startOn(t, aws, func(env *app.Env) *Server { return New(env, env.Queues.(*queue.SQS)) })
}

// startOn starts a process whose storage open chooses.
func startOn(t *testing.T, aws *testkit.Env, open func(*app.Env) *Server) *site {
	s := &site{t: t, aws: aws, ended: make(chan error, 1)}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.url = "http://" + l.Addr().String()
	sim := whatsappsim.New(whatsappsim.Config{Now: s.aws.Now, Token: "token", AppSecret: "secret", VerifyToken: "verify", PhoneNumberID: "1",
		WABAID: "2", WebhookURL: s.url + "/api/hook/whatsapp", Seed: 1})
	t.Cleanup(sim.Close)
	provider := httptest.NewServer(sim)
	t.Cleanup(provider.Close)
	cfg := *s.aws.Config
	cfg.PublicURL = s.url
	cfg.Container = config.Container{Grace: time.Minute, Workers: 8}
	cfg.Adapters.Set(map[string]string{"whatsapp.url": provider.URL, "whatsapp.version": "v23.0", "whatsapp/token": "token",
		"whatsapp/app-secret": "secret", "whatsapp/verify-token": "verify", "whatsapp.phoneNumberId": "1", "whatsapp.rate": "500",
		"whatsapp.wabaId": "2"})
	env := app.Build(&cfg, s.aws.AWS, s.aws.Meter, s.aws.Now)
	env.Sheets, env.NewSanitizer, env.Designs = excel.Engine{}, clean.HTML, htmlimport.Tools
	env.Log = func(line map[string]any) {
		if line["error"] != nil && !s.quiet.Load() {
			t.Errorf("%v", line)
		}
	}
	server := open(env)
	s.users = &user.Store{DB: env.DB, Now: s.aws.Now, Cost: auth.Cheap}
	ctx, stop := context.WithCancel(t.Context())
	s.stop = stop
	go func() { s.ended <- server.Serve(ctx, l) }()
	return s
}

// person makes a user and signs it in.
func (s *site) person(of auth.Type, phone string) (token, id string) {
	u, err := s.users.Create(s.t.Context(), user.New{ID: s.aws.IDs.Next(), Password: password,
		User: user.User{Type: of, Name: "x", Phone: phone}})
	if err != nil {
		s.t.Fatal(err)
	}
	in := s.call("", "POST", "/oauth/login", map[string]any{"username": u.Login, "password": password})
	return in["token"].(string), u.ID
}

// call wants success and gives the data.
func (s *site) call(token, method, path string, body any) map[string]any {
	s.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		s.t.Fatal(err)
	}
	return s.send(token, method, path, "application/json", text)
}

func (s *site) send(token, method, path, contentType string, body []byte) map[string]any {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), method, s.url+"/api"+path, bytes.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Content-Type", contentType)
	req.Header.Set("Authorization", "Bearer "+token)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode >= 300 {
		s.t.Fatalf("%s %s: %d %s %v", method, path, res.StatusCode, text, err)
	}
	var out struct{ Data any }
	if err := json.Unmarshal(text, &out); err != nil {
		s.t.Fatal(err)
	}
	data, _ := out.Data.(map[string]any) // of the others nothing is read
	return data
}

func (s *site) upload(token, path string, content string) string {
	s.t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, err := w.CreateFormFile("file", "people.txt")
	if err != nil {
		s.t.Fatal(err)
	}
	_, _ = io.WriteString(part, content) // a buffer takes everything
	_ = w.Close()
	return s.send(token, "POST", path, w.FormDataContentType(), b.Bytes())["id"].(string)
}

// listen opens the websocket as the console does.
func (s *site) listen(token string) *websocket.Conn {
	ticket := s.call(token, "POST", "/oauth/ticket", nil)["ticket"].(string)
	conn, _, err := websocket.Dial(s.t.Context(), s.url+"/ws?locale=en_US&access_token="+ticket,
		&websocket.DialOptions{HTTPHeader: http.Header{"Origin": {s.url}}})
	if err != nil {
		s.t.Fatal(err)
	}
	conn.SetReadLimit(1 << 20)
	return conn
}

// hear reads messages until one is wanted.
func (s *site) hear(conn *websocket.Conn, wanted func(kind, data string) bool) {
	s.t.Helper()
	// The tick finds work of a lost message, a minute later or two.
	ctx, cancel := context.WithTimeout(s.t.Context(), 5*time.Minute)
	defer cancel()
	for {
		_, text, err := conn.Read(ctx)
		if err != nil {
			s.t.Fatal(err)
		}
		var m struct {
			Type string
			Data json.RawMessage
		}
		if err := json.Unmarshal(text, &m); err != nil {
			s.t.Fatal(err)
		}
		if wanted(m.Type, string(m.Data)) {
			return
		}
	}
}

// The main job in one process: contacts are imported, an order is sent, settled and reported over the websocket, and
// the process stops on request.
func TestServeIsTheWholeProduct(t *testing.T) {
	s := start(t)
	mainJob(s, s)
}

// mainJob does the main job on a process, with the console of a user at the same or at another one, which is stopped in the end.
func mainJob(s, console *site) {
	t := s.t
	admin, _ := s.person(auth.Admin, "13900000001")
	customer, id := s.person(auth.First, "13900000002")
	for key, value := range map[string]any{"order.review.auto": true, "receipt.window.seconds": 0} {
		// By its own route: a change behind the back of a process holds a second later, and the tick has read the settings at the start.
		s.call(admin, "PUT", "/lop/system/config/"+key, map[string]any{"value": value})
	}
	s.call(admin, "POST", "/aty/customerinfo/price/charge/save",
		map[string]any{"userId": "platform", "service": "bulk.whatsapp", "countryCode": "*", "price": 2})
	s.call(admin, "PUT", "/aty/customerinfo/recharge", map[string]any{"userId": id, "amount": 1000})
	conn := console.listen(customer)
	if err := conn.Write(t.Context(), websocket.MessageText, []byte(`{"type":"ping"}`)); err != nil {
		t.Fatal(err)
	}
	s.hear(conn, func(kind, _ string) bool { return kind == "pong" })

	const recipients = 120
	var numbers strings.Builder
	for i := range recipients {
		fmt.Fprintf(&numbers, "+55119%07d1\n", i) // those that end in 1 are ordinary people
	}
	group := s.call(customer, "POST", "/aty/contactsgroup", map[string]any{"name": "people", "countryCode": "BR"})["id"].(string)
	task := s.call(customer, "POST", "/aty/contactsgroup/"+group+"/import",
		map[string]any{"fileId": s.upload(customer, "/uf/uploadfile/contact", numbers.String())})["taskId"].(string)
	for s.call(customer, "GET", "/aty/contactsgroup/"+group+"/import/"+task, nil)["status"] == "running" {
		if t.Context().Err() != nil {
			t.Fatal("the import does not end")
		}
	}
	o := s.call(customer, "POST", "/gc/groupsendorder",
		map[string]any{"name": "hello", "channel": "whatsapp", "countryCode": "BR", "groupId": group,
			"message": map[string]any{"type": "text", "text": "hi"}})
	s.hear(conn, func(kind, data string) bool {
		return kind == notice.TypeNotice && strings.Contains(data, "is settled") && strings.Contains(data, "120 recipients")
	})
	if o = s.call(customer, "GET", "/gc/groupsendorder/"+o["id"].(string), nil); o["status"] != 6.0 || o["actualCost"] == nil {
		t.Errorf("order %v", o)
	}

	console.stop()
	var err error
	for err == nil { // messages on their way
		_, _, err = conn.Read(t.Context())
	}
	if websocket.CloseStatus(err) != websocket.StatusGoingAway {
		t.Errorf("the websocket ended with %v", err)
	}
	if err := <-console.ended; err != nil {
		t.Error(err)
	}
	if _, err := http.Get(console.url + "/healthz"); err == nil {
		t.Error("it still answers")
	}
}
