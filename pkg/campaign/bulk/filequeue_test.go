package bulk_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/queue"
)

// One user's many files delay no order (S9). While none of the files has been processed, an order is planned, sent
// and settled, because files have a queue and a function of their own.
func TestFilesKeepNoOrderWaiting(t *testing.T) {
	quietly(t, nil, func(q *quietTown) {
		var mu sync.Mutex
		var files []queue.Message
		deliver := q.queues.Deliver
		q.queues.Deliver = func(name string, m queue.Message) {
			if name != contact.FileQueue {
				deliver(name, m)
				return
			}
			mu.Lock()
			files = append(files, m)
			mu.Unlock()
		}
		const flood = 60
		file := q.ok(q.bob, "POST", "/uf/uploadfile/contact", &form{file: contactFile(q.members[q.groups[q.bob][0]])})["id"]
		for range flood {
			group := q.ok(q.bob, "POST", "/aty/contactsgroup", map[string]any{"name": "flood", "countryCode": "BR"})["id"].(string)
			q.ok(q.bob, "POST", "/aty/contactsgroup/"+group+"/import", map[string]any{"fileId": file})
		}
		id := q.buy(q.ana, "beside the flood", q.groups[q.ana][0])
		if d := q.detail(q.ana, id, true); order.Status(d["status"].(float64)) != order.Completed || d["actualCost"] == nil {
			t.Errorf("%v", d)
		}
		mu.Lock()
		waiting := files
		mu.Unlock()
		if len(waiting) < flood {
			t.Fatalf("%d of %d files lie on their queue", len(waiting), flood)
		}
		for _, m := range waiting[:flood] { // they were waiting for their turn, no more
			err := q.invoke(worker, 2*time.Minute, func(ctx context.Context, i *instance) error {
				if i.tasks[order.JobQueue][m.Kind] != nil {
					t.Errorf("%s is a task of both queues", m.Kind)
				}
				return i.handle(ctx, contact.FileQueue, m)
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}

func (i *instance) handle(ctx context.Context, name string, m queue.Message) error {
	if name == dispatch.ReceiptQueue {
		failed, err := i.receipts(ctx, []queue.Message{m})
		if err == nil && len(failed) > 0 {
			err = errors.New("receipts failed")
		}
		return err
	}
	do, ok := i.tasks[name][m.Kind]
	if !ok {
		return fmt.Errorf("no task %s on %s", m.Kind, name)
	}
	return do(ctx, m)
}
