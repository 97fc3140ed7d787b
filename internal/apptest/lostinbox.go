package apptest

import (
	"testing"

	"herald/pkg/app"
	"herald/pkg/campaign/inbox"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/testkit"
	"herald/pkg/kit/web"
	"herald/pkg/platform/session/sessiontest"
)

// answers lets a recipient of the direct customer write, and the customer deal with it.
func (w *LossScenario) answers() {
	direct := w.Users.Direct
	w.ids["conversation"] = NewConversation(w.T, w.Env, direct)
	const path = "/gc/inbox/{id}"
	const one = "/gc/inbox/{conversation}"
	w.tell(direct, "PUT "+path+"/read", one+"/read", "")
	w.tell(direct, "PUT "+path+"/assign", one+"/assign", `{"userId":"{direct}"}`)
	w.tell(direct, "POST "+path+"/messages", one+"/messages", `{"type":"text","text":"hi"}`)
	w.tell(direct, "PUT "+path+"/status", one+"/status", `{"status":"closed"}`)
}

// NewConversation lets a recipient of a user's order write, and gives the conversation.
func NewConversation(t *testing.T, e *app.Env, who *sessiontest.Actor) string {
	t.Helper()
	answer := inbox.Answer{ID: "wamid.x", Number: 5511987654329, Kind: "text", Text: "hi", At: e.Now().UnixMilli(), Sender: "1",
		Channel: "whatsapp", Owner: who.User.Owner(), Customer: "c", OrderID: MissingID, OrderNo: "n", Order: "o"}
	if err := e.Inbox().Tasks()[inbox.TaskAnswers](t.Context(), queue.New(inbox.TaskAnswers, "", []inbox.Answer{answer})); err != nil {
		t.Fatal(err)
	}
	return testkit.Data[web.Page[inbox.Conversation]](who.Get("/gc/inbox/page")).Records[0].ID
}
