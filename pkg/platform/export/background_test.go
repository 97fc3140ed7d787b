package export_test

import (
	"encoding/json"
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/i18n"
	"herald/pkg/platform/export"
)

// An export in the background states why an order waits in the requester's language, like an immediate one.
func TestAFileOfTheBackgroundHasWords(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	c := (&sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}).SeedUsers(t, s)
	v := apptest.SeedTenant(t, e, c)
	pause := func(o *order.Order) error { o.Status, o.Reason = order.Paused, "order.pause.locked"; return nil }
	if _, changed, err := e.Orders().Move(t.Context(), v.Order, []order.Status{order.Review}, pause); err != nil || !changed {
		t.Fatal(changed, err)
	}
	other := apptest.OrderBody("")
	delete(other, "groupId")
	other["fileId"] = v.File
	c.Customer.Post("/gc/groupsendorder", other).OK() // two rows, so that one at once is too few
	c.Admin.Put("/lop/system/config/export.rows.inline", apptest.Object{"value": 1}).OK()
	k.Sent.Take()
	var started export.Started
	if err := json.Unmarshal(c.Customer.In(string(i18n.PtBR)).Get("/gc/groupsendorder/export").Want(202, 202).Data, &started); err != nil {
		t.Fatal(err)
	}
	file := apptest.NewApp(k)
	for _, sent := range k.Sent.Take() {
		if handle := app.FileTasks(file)[sent.Kind]; handle != nil {
			if err := handle(t.Context(), sent.Message); err != nil {
				t.Fatal(err)
			}
		}
	}
	made, err := k.Files.Get(t.Context(), "export/"+v.User+"/"+started.TaskID+".xlsx", 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	text := apptest.UnpackedText(t, made)
	if words, key := strings.Contains(text, "A conta está bloqueada"), strings.Contains(text, "order.pause.locked"); !words || key {
		t.Errorf("it has the words: %v, the key: %v", words, key)
	}
}
