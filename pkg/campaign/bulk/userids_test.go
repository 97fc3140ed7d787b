package bulk_test

import (
	"fmt"
	"testing"
	"time"
)

// byUser is a message that names its writer by a business-scoped user id, beside the number or alone.
func byUser(user, from, id, words string, at time.Time) obj {
	message, who := obj{"from_user_id": user, "id": id, "type": "text", "timestamp": fmt.Sprint(at.Unix()), "text": obj{"body": words}},
		obj{"user_id": user, "profile": obj{"name": "x"}}
	if from != "" {
		message["from"], who["wa_id"] = from, from
	}
	return obj{"field": "messages", "value": obj{"messaging_product": "whatsapp", "metadata": obj{"phone_number_id": "1"},
		"contacts": []any{who}, "messages": []any{message}}}
}

func tap(from, id, label, payload string, at time.Time) obj {
	return obj{"field": "messages", "value": obj{"messaging_product": "whatsapp", "metadata": obj{"phone_number_id": "1"},
		"messages": []any{obj{"from": from, "id": id, "type": "button", "timestamp": fmt.Sprint(at.Unix()),
			"button": obj{"text": label, "payload": payload}}}}}
}

// TestStopOfAUserWithoutANumber holds that a user id stands for the number that a webhook showed with it: before the word, after it, or
// in the receipt of a person with a name of its own at WhatsApp; for messages and for preferences.
func TestStopOfAUserWithoutANumber(t *testing.T) {
	quietly(t, nil, func(q *quietTown) {
		ana, _, numbers := q.shared()
		q.detail(q.ana, q.buy(q.ana, "first", ana), false)
		at := time.Now()
		q.hook(byUser("BR.1", fmt.Sprint(numbers[0]), "wamid.a", "oi", at))
		q.hook(byUser("BR.1", "", "wamid.b", "Sair da lista", at))
		q.hook(byUser("BR.2", "", "wamid.c", "quero sair", at)) // the user has no known number yet
		if got := q.entries(q.ana); got["stop"] != 1 {
			t.Fatalf("entries %v", got)
		}
		q.hook(byUser("BR.2", fmt.Sprint(numbers[1]), "wamid.d", "oi", at.Add(time.Second)))
		q.hook(obj{"field": "messages",
			"value": obj{"contacts": []any{obj{"wa_id": fmt.Sprint(numbers[2]), "user_id": "BR.3", "profile": obj{"username": "ana"}}},
				"statuses": []any{obj{"id": "wamid.x", "status": "delivered", "timestamp": fmt.Sprint(at.Unix()), "recipient_user_id": "BR.3"}}}})
		q.hook(obj{"field": "user_preferences",
			"value": obj{"user_preferences": []any{obj{"user_id": "BR.3", "value": "stop", "category": "marketing_messages",
				"timestamp": at.Unix()}}}})
		if got := q.entries(q.ana); got["stop"] != 2 || got["provider"] != 1 {
			t.Fatalf("entries %v", got)
		}
		q.hook(tap(fmt.Sprint(numbers[3]), "wamid.e", "Não quero mais", "STOP", at))
		d := q.detail(q.ana, q.buy(q.ana, "second", ana), false)
		if got := q.heldBack(d); got["optedOut"] != 4 {
			t.Errorf("held back %v", got)
		}
		for i, n := range numbers[:4] {
			if q.got(n) != 1 {
				t.Errorf("recipient %d got %d messages", i, q.got(n))
			}
		}
	})
}
