package bulk_test

import (
	"fmt"
	"strings"
	"testing"

	"herald/internal/ordertest"
	"herald/pkg/kit/money"
)

// "Copy length after substitution within limit" (business-domain §5): a text that a recipient's own values make too long is refused, and
// the fault names the recipient. The common text alone may be within the limit.
func TestCopyLengthAfterSubstitution(t *testing.T) {
	ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
		people := "phoneNumber,name\n5511987650000,Ana\n5511987650001," + strings.Repeat("x", 97) + "\n"
		for target, id := range map[string]string{"groupId": j.CollectionOf(people), "fileId": j.Upload("people.csv", "contact", people)} {
			for text, c := range map[string]struct {
				message map[string]any
				max     int
			}{
				"text": {map[string]any{"type": "text", "text": strings.Repeat("a", 4000) + "{name}"}, 4096},
				"link": {map[string]any{"type": "link", "link": map[string]any{"header": "{name}", "content": "c", "url": "https://a.example",
					"button": map[string]any{"name": "b"}}}, 60},
				"body": {map[string]any{"type": "link",
					"link": map[string]any{"content": strings.Repeat("a", 1000) + "{name}", "url": "https://a.example",
						"button": map[string]any{"name": "b"}}}, 1024},
				"short": {map[string]any{"type": "text", "text": strings.Repeat("a", 3999) + "{name}"}, 0},
			} {
				body := ordertest.OrderBody(target, id)
				body["message"] = c.message
				code, out := j.Call("customer", "POST", ordertest.OrdersPath+"/estimate", "", body)
				want := fmt.Sprintf("longer than %d characters once filled in: 1, for example the text for 5511987650001", c.max)
				if c.max == 0 && code != 200 || c.max > 0 && (code != 400 || !strings.Contains(fmt.Sprint(out), want)) {
					t.Errorf("%s to a %s: %d %v", text, target, code, out)
				}
			}
		}
	})
}
