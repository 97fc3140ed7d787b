package bulk_test

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http/httptest"
	"strings"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/money"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/platform/user"
)

// upload gives the id of a contact file.
func (j *joined) upload(name, kind, text string) string {
	return j.uploadAs("customer", name, kind, text)
}

func (j *joined) uploadAs(who, name, kind, text string) string {
	j.t.Helper()
	var form bytes.Buffer
	m := multipart.NewWriter(&form)
	part, err := m.CreateFormFile("file", name)
	if err != nil {
		j.t.Fatal(err)
	}
	fmt.Fprint(part, text)
	if err := m.Close(); err != nil {
		j.t.Fatal(err)
	}
	req := httptest.NewRequest("POST", strings.TrimSuffix("/api/uf/uploadfile/"+kind, "/"), &form)
	req.Header.Set("Authorization", "Bearer "+who)
	req.Header.Set("Content-Type", m.FormDataContentType())
	code, out := j.serve(req)
	if code != 200 {
		j.t.Fatal(code, out)
	}
	return out["data"].(map[string]any)["id"].(string)
}

// collectionOf makes a collection of a file.
func (j *joined) collectionOf(text string) string {
	j.t.Helper()
	group := j.collection()
	j.bring(group, text)
	return group
}

// bring imports a file.
func (j *joined) bring(group, text string) {
	j.t.Helper()
	j.ok("customer", "POST", "/aty/contactsgroup/"+group+"/import", map[string]any{"fileId": j.upload("people.txt", "contact", text)})
	for _, m := range j.q.take(contact.FileQueue) {
		if err := j.room.Contacts.Import(j.ctx, m); err != nil {
			j.t.Fatal(err)
		}
	}
}

// collection makes a collection whose packs are given.
func (j *joined) collection(packs ...[]uint64) string {
	j.t.Helper()
	group := j.ok("customer", "POST", "/aty/contactsgroup", map[string]any{"name": "people", "countryCode": "BR"})["id"].(string)
	for _, p := range packs {
		j.bring(group, lines(p))
	}
	return group
}

func lines(numbers []uint64) string {
	var b strings.Builder
	b.WriteString("phoneNumber\n")
	for _, n := range numbers {
		fmt.Fprintf(&b, "+%d\n", n)
	}
	return b.String()
}

func numbers(from, n int) []uint64 {
	var out []uint64
	for i := range n {
		out = append(out, uint64(5511987650000+from+i))
	}
	return out
}

func wish(field, id string) map[string]any {
	return map[string]any{"name": "x", field: id, "channel": "whatsapp", "countryCode": "BR",
		"message": map[string]any{"type": "text", "text": "hi"}}
}

// order submits a request and returns its id and the task of its plan.
func (j *joined) order(body map[string]any) (id string, plan queue.Message) {
	j.t.Helper()
	id = j.ok("customer", "POST", "/gc/groupsendorder", body)["id"].(string)
	return id, j.q.take(order.JobQueue)[0]
}

func (j *joined) plan(m queue.Message) {
	j.t.Helper()
	if err := j.room.PlanTask(j.ctx, m); err != nil {
		j.t.Fatal(err)
	}
}

// send processes every task of the queue.
func (j *joined) send() {
	for bells := j.q.take(dispatch.SendQueue); len(bells) > 0; bells = j.q.take(dispatch.SendQueue) {
		for _, m := range bells {
			if err := j.room.Chunk(j.ctx, m); err != nil {
				j.t.Logf("chunk: %v", err)
			}
		}
	}
}

// accepted is how many messages each number got.
func (j *joined) accepted() map[string]int {
	got := map[string]int{}
	all, _ := j.sim.Messages(0, 1<<30)
	for _, a := range all {
		got[a.To]++
	}
	return got
}

func (j *joined) get(id string) *order.Order {
	j.t.Helper()
	o, ok, err := j.room.Orders.Get(j.ctx, id)
	if err != nil || !ok {
		j.t.Fatal(ok, err)
	}
	return o
}

func (j *joined) balance() (available, reserved money.Amount) {
	j.t.Helper()
	available, reserved, err := j.room.Ledger.Balance(j.ctx, customer)
	if err != nil {
		j.t.Fatal(err)
	}
	return available, reserved
}

// lock locks as the product does: it marks the user, then pauses the running orders.
func (j *joined) lock() {
	j.t.Helper()
	j.mark()
	if err := j.room.Orders.PauseOf(j.ctx, customer); err != nil {
		j.t.Fatal(err)
	}
}

func (j *joined) mark() {
	if _, err := j.db.Write(j.ctx, store.Op{Verb: store.Update, Key: user.Key(customer), Set: map[string]any{"locked": true}}); err != nil {
		j.t.Fatal(err)
	}
}

// swap puts another content over an uploaded file.
func (j *joined) swap(file, text string) {
	j.t.Helper()
	f, err := j.room.Files.Find(j.ctx, j.who.Scope(), file)
	if err == nil {
		err = j.room.Files.Blobs.Put(j.ctx, f.Object, "text/plain", []byte(text))
	}
	if err != nil {
		j.t.Fatal(err)
	}
}

// tick runs the janitor's minute and the tasks that it enqueues.
func (j *joined) tick() {
	j.t.Helper()
	time.Sleep(time.Minute)
	if err := j.room.Tick(j.ctx); err != nil {
		j.t.Fatal(err)
	}
	j.send()
}
