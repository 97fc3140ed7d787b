package bulk_test

import (
	"testing"

	"herald/internal/ordertest"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/money"
)

// A recipient with refused values fails, and the order continues with the others.
func TestBadValuesSkipOneRecipientOnly(t *testing.T) {
	ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
		j.UseProvider(ordertest.PickyProvider{To: "5511987650001"})
		body := ordertest.OrderBody("fileId", j.Upload("a.txt", "contact",
			"phoneNumber,name\n5511987650000,Ana\n5511987650001,Bia\n5511987650002,Zoe\n"))
		body["message"] = map[string]any{"type": "template", "templateId": "offer",
			"placeholders": []any{map[string]any{"name": "name", "content": "friend"}}}
		id, plan := j.Submit(body)
		j.Plan(plan)
		j.Send()
		counts, err := j.Service.CountsOf(j.Context, j.Order(id))
		if o := j.Order(id); err != nil || o.Status != order.Settling || counts[chunkrow.StateSent] != 2 || counts[chunkrow.StateFailed] != 1 {
			t.Errorf("state %d %q, %v, %v", o.Status, o.Reason, counts, err)
		}
	})
}

// Characters that WhatsApp refuses in the values of a template (132018, facts §1.11: line breaks, tabs, five spaces) are replaced before
// sending, from any source.
func TestValuesOfATemplateAreOneLine(t *testing.T) {
	ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
		j.UseProvider(ordertest.PickyProvider{To: "nobody"})
		body := ordertest.OrderBody("fileId", j.Upload("a.csv", "contact",
			"phoneNumber,name\n5511987650000,\"Ana\nMaria\"\n5511987650001,a      b\n5511987650002,\n5511987650003,\"x\ty\"\n"))
		body["message"] = map[string]any{"type": "template", "templateId": "offer",
			"placeholders": []any{map[string]any{"name": "name", "content": "dear\nfriend"}}}
		id, plan := j.Submit(body)
		j.Plan(plan)
		j.Send()
		counts, err := j.Service.CountsOf(j.Context, j.Order(id))
		if err != nil || counts[chunkrow.StateSent] != 4 {
			t.Errorf("%v, %v", counts, err)
		}
	})
}
