package apptest

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/campaign/dispatch/inbound"
	"herald/pkg/campaign/dispatch/receipt"
	"herald/pkg/kit/apiclient"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/queue"
	"herald/pkg/platform/appkey"
	"herald/pkg/platform/country"
	"herald/pkg/provider/rate"
)

// SignIn gives users new sessions after the clock has passed the end of the old ones.
func (p *CallFixture) SignIn(who ...*sessiontest.Actor) {
	p.Helper()
	fixture := &sessiontest.Fixture{Env: p.Kit, Users: p.Env.Users(), Session: p.Env.Sessions()}
	for _, one := range who {
		one.Token = fixture.SignIn(p, p.s, one.User.Login)
	}
}

// AdvanceToNoon moves the clock to the next noon of a time zone and signs users in again.
func (p *CallFixture) AdvanceToNoon(zone string, who ...*sessiontest.Actor) {
	p.Helper()
	place, err := country.Location(zone)
	if err != nil {
		p.Fatal(err)
	}
	now := p.Kit.Now().In(place)
	noon := time.Date(now.Year(), now.Month(), now.Day(), 12, 0, 0, 0, place)
	if noon.Before(now) {
		noon = noon.AddDate(0, 0, 1)
	}
	p.Kit.Clock.Add(noon.Sub(now))
	p.SignIn(who...)
}

// BrazilBody is a request for calls to São Paulo, Manaus (an hour behind it) and Rio Branco (two hours).
func (p *CallFixture) BrazilBody(who *sessiontest.Actor, more Object) Object {
	p.Helper()
	p.Users.Admin.Put("/lop/system/config/call.countries", Object{"value": "ID,BR"}).OK()
	p.Kit.Clock.Add(2 * time.Second)
	rows := "phoneNumber\n5511987654301\n5592987654302\n5568987654303\n"
	file := testkit.Data[struct{ ID string }](who.Upload("/uf/uploadfile", "file", "n.csv", "text/csv", []byte(rows))).ID
	body := Object{"countryCode": "BR", "fileId": file}
	for k, v := range more {
		body[k] = v
	}
	return p.Body(who, 2, body, "01")
}

// DialledEnds lists the last two digits of the numbers that were called, in the order of the calls.
func (p *CallFixture) DialledEnds() string {
	p.Helper()
	all, _ := p.Sim.Calls()
	ends := ""
	for _, c := range all {
		ends += c.To[len(c.To)-2:] + " "
	}
	return ends
}

// CallProgram signs requests with a customer's app key, each with a nonce of its own.
type CallProgram struct {
	*CallFixture
	key appkey.NewKey
	n   int
}

// NewProgram gives a customer an app key.
func (p *CallFixture) NewProgram(of *sessiontest.Actor) *CallProgram {
	p.Helper()
	return &CallProgram{CallFixture: p,
		key: testkit.Data[appkey.NewKey](p.Users.Admin.Put("/aty/customerinfo/gen/appkey/security/"+of.User.ID, nil))}
}

// Request sends a signed request. The body is sent as JSON, or as a form when it is a file.
func (g *CallProgram) Request(method, path string, body any) *testkit.Answer {
	g.Helper()
	g.n++
	var raw []byte
	file, isFile := body.(apiclient.File)
	if isFile {
		var err error
		if _, raw, err = file.Form(); err != nil {
			g.Fatal(err)
		}
	} else if body != nil {
		var err error
		if raw, err = json.Marshal(body); err != nil {
			g.Fatal(err)
		}
	}
	q := auth.Signed{Method: method, Path: "/api" + path, Timestamp: strconv.FormatInt(g.Kit.Now().Unix(), 10),
		Nonce: "nonce-of-the-program-" + strconv.Itoa(g.n), Body: raw}
	signed := g.s.Anonymous().In("en_US").With(auth.KeyHeader, g.key.AppKey).With(auth.TimeHeader, q.Timestamp).With(auth.NonceHeader,
		q.Nonce).With(auth.SignatureHeader, q.Sign(g.key.AppSecret))
	switch {
	case isFile:
		return signed.Do(method, path, file)
	case raw == nil:
		return signed.Do(method, path, nil)
	}
	return signed.Do(method, path, raw)
}

// RunInbound consumes the queue of inbound messages and returns the number of messages.
func (p *CallFixture) RunInbound() int {
	p.Helper()
	tasks := app.InboundTasks(p.Env)
	return p.Kit.Work(p, inbound.InboundQueue, func(ctx context.Context, m queue.Message) error { return tasks[m.Kind](ctx, m) })
}

// UseDefaultReceiptWindow sets the receipt window to its default. The fixture starts without a window.
func (p *CallFixture) UseDefaultReceiptWindow() {
	p.Helper()
	p.Users.Admin.Put("/lop/system/config/receipt.window.seconds", Object{"value": 5}).OK()
	p.Kit.Clock.Add(2 * time.Second)
}

// RunReceiptsExceptEnds consumes the queue of receipts. It returns the receipts that end a call instead of writing
// them.
func (p *CallFixture) RunReceiptsExceptEnds() (over []queue.Message) {
	p.Helper()
	receipts := app.ReceiptTasks(p.Env)
	p.Kit.Work(p, receipt.ReceiptQueue, func(ctx context.Context, m queue.Message) error {
		if !strings.Contains(string(m.Body), `"Seconds":0`) {
			over = append(over, m)
			return nil
		}
		_, err := receipts(ctx, []queue.Message{m})
		return err
	})
	return over
}

// FreeLines counts how many of the lines can be taken.
func (p *CallFixture) FreeLines(lines int) int {
	p.Helper()
	book := &rate.Lines{DB: p.Kit.DB, Now: p.Kit.Now}
	n, err := book.Take(p.Context(), p.Env.Config.Adapters.Text("voice.from"), lines, lines, p.Kit.Now().Add(time.Minute))
	if err != nil {
		p.Fatal(err)
	}
	if err := book.Free(p.Context(), p.Env.Config.Adapters.Text("voice.from"), n); err != nil {
		p.Fatal(err)
	}
	return n
}
