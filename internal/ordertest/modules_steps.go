package ordertest

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

// Upload uploads a file as the customer and returns its id.
func (j *Modules) Upload(name, kind, text string) string {
	return j.UploadAs("customer", name, kind, text)
}

// UploadAs uploads a file as a user and returns its id.
func (j *Modules) UploadAs(who, name, kind, text string) string {
	j.T.Helper()
	var form bytes.Buffer
	m := multipart.NewWriter(&form)
	part, err := m.CreateFormFile("file", name)
	if err != nil {
		j.T.Fatal(err)
	}
	fmt.Fprint(part, text)
	if err := m.Close(); err != nil {
		j.T.Fatal(err)
	}
	req := httptest.NewRequest("POST", strings.TrimSuffix("/api/uf/uploadfile/"+kind, "/"), &form)
	req.Header.Set("Authorization", "Bearer "+who)
	req.Header.Set("Content-Type", m.FormDataContentType())
	code, out := j.serve(req)
	if code != 200 {
		j.T.Fatal(code, out)
	}
	return out["data"].(map[string]any)["id"].(string)
}

// CollectionOf makes a contact list of the rows of a file.
func (j *Modules) CollectionOf(text string) string {
	j.T.Helper()
	group := j.Collection()
	j.Import(group, text)
	return group
}

// Import imports a file into a contact list.
func (j *Modules) Import(group, text string) {
	j.T.Helper()
	j.MustCall("customer", "POST", "/aty/contactsgroup/"+group+"/import", map[string]any{"fileId": j.Upload("people.txt", "contact", text)})
	for _, m := range j.Queue.Take(contact.FileQueue) {
		if err := j.Service.Contacts.Import(j.Context, m); err != nil {
			j.T.Fatal(err)
		}
	}
}

// Collection makes a contact list with the given packs.
func (j *Modules) Collection(packs ...[]uint64) string {
	j.T.Helper()
	group := j.MustCall("customer", "POST", "/aty/contactsgroup", map[string]any{"name": "people", "countryCode": "BR"})["id"].(string)
	for _, p := range packs {
		j.Import(group, NumberLines(p))
	}
	return group
}

// NumberLines writes numbers as a contact file with a header.
func NumberLines(numbers []uint64) string {
	var b strings.Builder
	b.WriteString("phoneNumber\n")
	for _, n := range numbers {
		fmt.Fprintf(&b, "+%d\n", n)
	}
	return b.String()
}

// Numbers returns n numbers of São Paulo.
func Numbers(from, n int) []uint64 {
	var out []uint64
	for i := range n {
		out = append(out, uint64(5511987650000+from+i))
	}
	return out
}

// OrderBody is the JSON body of an order. The field names what the id is of.
func OrderBody(field, id string) map[string]any {
	return map[string]any{"name": "x", field: id, "channel": "whatsapp", "countryCode": "BR",
		"message": map[string]any{"type": "text", "text": "hi"}}
}

// Submit submits an order and returns its id and its plan task.
func (j *Modules) Submit(body map[string]any) (id string, plan queue.Message) {
	j.T.Helper()
	id = j.MustCall("customer", "POST", "/gc/groupsendorder", body)["id"].(string)
	return id, j.Queue.Take(order.JobQueue)[0]
}

// Plan runs a plan task.
func (j *Modules) Plan(m queue.Message) {
	j.T.Helper()
	if err := j.Service.Engine.Flow.PlanTask(j.Context, m); err != nil {
		j.T.Fatal(err)
	}
}

// Send runs the queued send tasks until none is left.
func (j *Modules) Send() {
	for bells := j.Queue.Take(dispatch.SendQueue); len(bells) > 0; bells = j.Queue.Take(dispatch.SendQueue) {
		for _, m := range bells {
			if err := j.Service.Engine.Sender().Chunk(j.Context, m); err != nil {
				j.T.Logf("chunk: %v", err)
			}
		}
	}
}

// Accepted counts the messages that the provider accepted, by number.
func (j *Modules) Accepted() map[string]int {
	got := map[string]int{}
	all, _ := j.Sim.Messages(0, 1<<30)
	for _, a := range all {
		got[a.To]++
	}
	return got
}

// Order loads an order.
func (j *Modules) Order(id string) *order.Order {
	j.T.Helper()
	o, ok, err := j.Service.Engine.Flow.Orders.Get(j.Context, id)
	if err != nil || !ok {
		j.T.Fatal(ok, err)
	}
	return o
}

// Balance returns the balance of the customer.
func (j *Modules) Balance() (available, reserved money.Amount) {
	j.T.Helper()
	available, reserved, err := j.Service.Engine.Flow.Credit.Ledger.Balance(j.Context, CustomerID)
	if err != nil {
		j.T.Fatal(err)
	}
	return available, reserved
}

// LockCustomer locks the customer: it marks the user and pauses the running orders.
func (j *Modules) LockCustomer() {
	j.T.Helper()
	j.MarkLocked()
	if err := j.Service.Engine.Flow.Orders.PauseOf(j.Context, CustomerID); err != nil {
		j.T.Fatal(err)
	}
}

// MarkLocked marks the customer as locked and pauses nothing.
func (j *Modules) MarkLocked() {
	if _, err := j.DB.Write(j.Context, store.Op{Verb: store.Update, Key: user.Key(CustomerID),
		Set: map[string]any{"locked": true}}); err != nil {
		j.T.Fatal(err)
	}
}

// ReplaceFile replaces the content of an uploaded file.
func (j *Modules) ReplaceFile(file, text string) {
	j.T.Helper()
	f, err := j.Service.Files.Find(j.Context, j.SignedIn.Scope(), file)
	if err == nil {
		err = j.Service.Files.Blobs.Put(j.Context, f.Object, "text/plain", []byte(text))
	}
	if err != nil {
		j.T.Fatal(err)
	}
}

// Tick runs the periodic task after a minute, and the send tasks that it queues.
func (j *Modules) Tick() {
	j.T.Helper()
	time.Sleep(time.Minute)
	if err := j.Service.Tick(j.Context); err != nil {
		j.T.Fatal(err)
	}
	j.Send()
}
