package joined_test

import (
	"fmt"
	"testing"
	"time"

	"herald/internal/ordertest"
)

// byUser is a message that names its writer by a business-scoped user id, beside the number or alone.
func byUser(user, from, id, words string, at time.Time) ordertest.Object {
	message, who := ordertest.Object{"from_user_id": user, "id": id, "type": "text", "timestamp": fmt.Sprint(at.Unix()),
		"text": ordertest.Object{"body": words}},
		ordertest.Object{"user_id": user, "profile": ordertest.Object{"name": "x"}}
	if from != "" {
		message["from"], who["wa_id"] = from, from
	}
	return ordertest.Object{"field": "messages",
		"value": ordertest.Object{"messaging_product": "whatsapp", "metadata": ordertest.Object{"phone_number_id": "1"},
			"contacts": []any{who}, "messages": []any{message}}}
}

func tap(from, id, label, payload string, at time.Time) ordertest.Object {
	return ordertest.Object{"field": "messages",
		"value": ordertest.Object{"messaging_product": "whatsapp", "metadata": ordertest.Object{"phone_number_id": "1"},
			"messages": []any{ordertest.Object{"from": from, "id": id, "type": "button", "timestamp": fmt.Sprint(at.Unix()),
				"button": ordertest.Object{"text": label, "payload": payload}}}}}
}

// TestStopOfAUserWithoutANumber: a user id stands for the number that a webhook showed with it. The webhook may come before the word, after
// it, or as the receipt of a user with a user name. This holds for messages and preferences.
func TestStopOfAUserWithoutANumber(t *testing.T) {
	ordertest.RunCalm(t, nil, func(q *ordertest.CalmSystem) {
		ana, _, numbers := q.ShareNumbers()
		q.Detail(q.Ana, q.Submit(q.Ana, "first", ana), false)
		at := time.Now()
		q.DeliverWebhook(byUser("BR.1", fmt.Sprint(numbers[0]), "wamid.a", "oi", at))
		q.DeliverWebhook(byUser("BR.1", "", "wamid.b", "Sair da lista", at))
		q.DeliverWebhook(byUser("BR.2", "", "wamid.c", "quero sair", at)) // the number is not known yet
		if got := q.EntriesBySource(q.Ana); got["stop"] != 1 {
			t.Fatalf("entries %v", got)
		}
		q.DeliverWebhook(byUser("BR.2", fmt.Sprint(numbers[1]), "wamid.d", "oi", at.Add(time.Second)))
		q.DeliverWebhook(ordertest.Object{"field": "messages",
			"value": ordertest.Object{"contacts": []any{ordertest.Object{"wa_id": fmt.Sprint(numbers[2]), "user_id": "BR.3",
				"profile": ordertest.Object{"username": "ana"}}},
				"statuses": []any{ordertest.Object{"id": "wamid.x", "status": "delivered", "timestamp": fmt.Sprint(at.Unix()),
					"recipient_user_id": "BR.3"}}}})
		q.DeliverWebhook(ordertest.Object{"field": "user_preferences",
			"value": ordertest.Object{"user_preferences": []any{ordertest.Object{"user_id": "BR.3", "value": "stop",
				"category":  "marketing_messages",
				"timestamp": at.Unix()}}}})
		if got := q.EntriesBySource(q.Ana); got["stop"] != 2 || got["provider"] != 1 {
			t.Fatalf("entries %v", got)
		}
		q.DeliverWebhook(tap(fmt.Sprint(numbers[3]), "wamid.e", "Não quero mais", "STOP", at))
		d := q.Detail(q.Ana, q.Submit(q.Ana, "second", ana), false)
		if got := q.HeldBack(d); got["optedOut"] != 4 {
			t.Errorf("held back %v", got)
		}
		for i, n := range numbers[:4] {
			if q.ReceivedBy(n) != 1 {
				t.Errorf("recipient %d got %d messages", i, q.ReceivedBy(n))
			}
		}
	})
}
