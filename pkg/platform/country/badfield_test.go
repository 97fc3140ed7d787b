package country_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
)

// An unknown country is a bad field of every call that accepts an order, with any start of the order.
func TestAnUnknownCountryIsABadField(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	who := p.Users.Direct
	p.Users.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": who.User.ID, "amount": 1000}).OK()
	file := testkit.Data[struct{ ID string }](who.Upload("/uf/uploadfile", "file", "n.txt", "text/plain",
		[]byte("phoneNumber\n5511987654321\n"))).ID
	recording := apptest.NewRecording(who, "hum", apptest.Tone(2)).ID
	bulk := apptest.Object{"name": "May", "fileId": file, "channel": "whatsapp", "message": apptest.Object{"type": "text", "text": "Olá!"}}
	group := apptest.Object{"name": "May", "fileId": file, "sizeMin": 30, "sizeMax": 50, "groupName": "Friends"}
	call := apptest.Object{"name": "May", "fileId": file, "recordingId": recording}
	at := p.Kit.Now()
	for path, wish := range map[string]apptest.Object{"/gc/groupsendorder": bulk, "/gc/groupsendorder/estimate": bulk,
		"/gc/groupsendorder/test": bulk,
		apptest.GroupOrdersPath:   group, apptest.GroupOrdersPath + "/estimate": group,
		apptest.GroupOrdersPath + "/check/money": group, apptest.CallOrder: call, apptest.CallOrder + "/estimate": call} {
		for _, code := range []string{"??", "", "ZZ", "in", "BR ", "*", "#", strings.Repeat("x", 10_000), "\u00e9\u00e9"} {
			if code == "" && strings.HasPrefix(path, apptest.CallOrder) {
				continue // Indonesia
			}
			for _, start := range []any{nil, at.Add(time.Hour).Format(time.RFC3339), at.AddDate(0, 0, 90).Format(time.RFC3339),
				"2020-01-01T00:00:00Z"} {
				body := apptest.Merge(wish, apptest.Object{"countryCode": code})
				if start != nil && !strings.HasSuffix(path, "/test") {
					body["startTime"] = start
				}
				if a := who.Post(path, body); a.Status != http.StatusBadRequest {
					t.Errorf("%s of %.10q from %v: %s", path, code, start, a.Raw)
				}
			}
		}
	}
	// A draft is kept as it is, and refused when it is ordered; so is an edit.
	for path, wish := range map[string]apptest.Object{"/gc/groupsendorder": bulk, apptest.GroupOrdersPath: group, apptest.CallOrder: call} {
		draft := testkit.Data[struct{ ID string }](who.Post(path+"/draft",
			apptest.Merge(wish, apptest.Object{"countryCode": "??", "startTime": at.Add(time.Hour).Format(time.RFC3339)}))).ID
		if a := who.Post(path+"/draft/commit", apptest.Object{"id": draft}); a.Status != http.StatusBadRequest {
			t.Errorf("a draft at %s: %s", path, a.Raw)
		}
	}
	id := p.SubmitBulk(who, "June", 1, apptest.Object{"startTime": at.Add(2 * time.Hour).Format(time.RFC3339)})
	for _, code := range []string{"??", "ZZ"} {
		if a := who.Put("/gc/groupsendorder",
			apptest.Merge(bulk, apptest.Object{"id": id, "countryCode": code,
				"startTime": at.Add(time.Hour).Format(time.RFC3339)})); a.Status != http.StatusBadRequest {
			t.Errorf("an edit: %s", a.Raw)
		}
	}
}
