package app_test

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"

	"herald/internal/apptest"
	"herald/internal/clocktest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	sessim "herald/localstack/simulators/ses"
	"herald/pkg/app"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/web"
	"herald/pkg/platform/session/resetmail"
	"herald/pkg/platform/user"
	ses "herald/pkg/provider/ses/sdk"
)

// mailApp is the whole API with an email provider whose inbox the test reads.
func mailApp(t *testing.T) (e *app.Env, s *testkit.Server, h *sessiontest.Fixture, sim *sessim.Sim) {
	k := testkit.Memory(t)
	sim = sessim.New(sessim.Config{Now: clocktest.Running(), Verified: []string{"herald.example"}, Seed: 1})
	box := httptest.NewServer(sim)
	t.Cleanup(func() { sim.Close(); box.Close() })
	e = apptest.NewApp(k)
	e.Config.Adapters.Set(map[string]string{"ses.url": box.URL, "ses.region": "us-east-1", "ses.configurationSet": "herald"})
	e.AWS = aws.Config{Credentials: credentials.NewStaticCredentialsProvider("id", "secret", "")}
	app.Adapter(ses.Descriptor)(e)
	s = testkit.Serve(t, k, testkit.Parts{Authenticate: e.Sessions().Authenticate, Signed: e.AppKeys().Verify,
		Routes: func(a *web.API) { e.SetAPI(a); app.All(e, a) }})
	h = &sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}
	return e, s, h, sim
}

// A forgotten password is replaced by the link of an email that the simulated inbox has.
func TestALinkArrivesByEmail(t *testing.T) {
	e, s, h, sim := mailApp(t)
	admin := h.Actor(t, s, "admin", user.New{User: user.User{Type: auth.Admin}})
	ana := h.Actor(t, s, "ana", user.New{User: user.User{Type: auth.First, Email: "ana@lima.example", Language: "en_US"}})
	admin.Put("/lop/system/config/session.mail.from", apptest.Object{"value": "login@herald.example"}).OK()
	s.Anonymous().Post("/oauth/forgot", apptest.Object{"username": ana.User.Login}).OK()
	tasks := app.SendTasks(e)
	h.Env.Work(t, resetmail.Queue, func(ctx context.Context, m queue.Message) error { return tasks[m.Kind](ctx, m) })
	found, n := sim.Inbox().Search("ana@lima.example", 10)
	if n != 1 {
		t.Fatalf("%d emails", n)
	}
	m, _ := sim.Inbox().Find(found[0].ID)
	_, after, _ := strings.Cut(m.Text, "http://herald.test/user/reset#")
	token, _, _ := strings.Cut(after, "\n")
	if m.Subject != "Reset your Herald password" || m.Header("List-Unsubscribe") != "" {
		t.Errorf("the email: %+v", m)
	}
	const fresh = "Quiet-Harbor-7"
	s.Anonymous().Post("/oauth/reset", apptest.Object{"token": strings.TrimSpace(token), "newPass": fresh, "confirmPass": fresh}).OK()
}
