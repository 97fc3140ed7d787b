package dispatch_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"herald/internal/ordertest"
	"herald/pkg/audience/contact"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/queue"
)

// One user's many files delay no order (S9). While none of the files has been processed, an order is planned, sent
// and settled, because files have a queue and a function of their own.
func TestFilesKeepNoOrderWaiting(t *testing.T) {
	ordertest.RunCalm(t, nil, func(q *ordertest.CalmSystem) {
		var mu sync.Mutex
		var files []queue.Message
		deliver := q.Queues.Deliver
		q.Queues.Deliver = func(name string, m queue.Message) {
			if name != contact.FileQueue {
				deliver(name, m)
				return
			}
			mu.Lock()
			files = append(files, m)
			mu.Unlock()
		}
		const flood = 60
		file := q.MustCall(q.Bob, "POST", "/uf/uploadfile/contact",
			&ordertest.Form{File: ordertest.ContactFile(q.Members[q.Groups[q.Bob][0]])})["id"]
		for range flood {
			group := q.MustCall(q.Bob, "POST", "/aty/contactsgroup", map[string]any{"name": "flood", "countryCode": "BR"})["id"].(string)
			q.MustCall(q.Bob, "POST", "/aty/contactsgroup/"+group+"/import", map[string]any{"fileId": file})
		}
		id := q.Submit(q.Ana, "beside the flood", q.Groups[q.Ana][0])
		if d := q.Detail(q.Ana, id, true); order.Status(d["status"].(float64)) != order.Completed || d["actualCost"] == nil {
			t.Errorf("%v", d)
		}
		mu.Lock()
		waiting := files
		mu.Unlock()
		if len(waiting) < flood {
			t.Fatalf("%d of %d files lie on their queue", len(waiting), flood)
		}
		for _, m := range waiting[:flood] { // they were waiting for their turn, no more
			err := q.Invoke(ordertest.WorkerFunction, 2*time.Minute, func(ctx context.Context, i *ordertest.Instance) error {
				if i.Tasks[order.JobQueue][m.Kind] != nil {
					t.Errorf("%s is a task of both queues", m.Kind)
				}
				return i.Handle(ctx, contact.FileQueue, m)
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}
