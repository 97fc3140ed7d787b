package dispatch_test

import (
	"fmt"
	"strings"
	"testing"

	"herald/internal/ordertest"
	"herald/pkg/kit/money"
)

// Limits of a trial, and what does not go with one; a refusal of the second message names its field.
func TestTrialsThatAreRefused(t *testing.T) {
	ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
		j.UseSilentChannel()
		group, few := j.Collection(ordertest.Numbers(0, 20)), j.Collection(ordertest.Numbers(1000, 3))
		text := func(s string) map[string]any { return map[string]any{"type": "text", "text": s} }
		sms := two("groupId", group)
		sms["channel"] = "sms"
		split := two("groupId", group)
		split["split"] = 2
		file := j.Upload("a.csv", "contact", "phoneNumber,name\n+5511987650000,"+strings.Repeat("n", 40)+
			"\n+5511987650001,x\n+5511987650002,x\n+5511987650003,x\n")
		for name, c := range map[string]struct {
			body map[string]any
			want []string
		}{
			"too small a share":   {two("groupId", group, "share", 9), []string{"share"}},
			"too large a share":   {two("groupId", group, "share", 51), []string{"share"}},
			"too short a wait":    {two("groupId", group, "waitMinutes", 9), []string{"ab.waitMinutes", "between 10 and 1440"}},
			"too long a wait":     {two("groupId", group, "waitMinutes", 1441), []string{"ab.waitMinutes", "between 10 and 1440"}},
			"another measure":     {two("groupId", group, "by", "clicked"), []string{"by"}},
			"no measure":          {two("groupId", group, "by", ""), []string{"by"}},
			"no such measure":     {sms, []string{"ab.by", "channel sms doesn't report this"}},
			"split":               {split, []string{"split", "can't be split into sub-orders"}},
			"few":                 {two("groupId", few), []string{"ab.share", "With 3 recipients"}},
			"no text":             {two("groupId", group, "message", text("  ")), []string{"ab.message.text"}},
			"a long text":         {two("groupId", group, "message", text(strings.Repeat("x", 4097))), []string{"ab.message.text"}},
			"no picture":          {two("groupId", group, "message", map[string]any{"type": "image"}), []string{"ab.message.mediaId"}},
			"unknown placeholder": {two("groupId", group, "message", text("{who}")), []string{"ab.message.placeholders", "who"}},
			"no link":             {two("groupId", group, "message", map[string]any{"type": "link"}), []string{"ab.message.link"}},
			"no template": {two("groupId", group, "message", map[string]any{"type": "template", "templateId": "/"}),
				[]string{"ab.message.templateId"}},
			"a foreign picture": {two("groupId", group, "message", map[string]any{"type": "image", "mediaId": "01JD000000000000000NOSUCH0"}),
				[]string{"not found"}},
			"long own values": {two("fileId", file, "message", text(strings.Repeat("x", 4080)+"{name}")),
				[]string{"ab.message.text", "characters once filled in: 1"}},
		} {
			for _, path := range []string{ordertest.OrdersPath, ordertest.OrdersPath + "/estimate"} {
				code, out := j.Call("customer", "POST", path, "", c.body)
				for _, want := range c.want {
					if code != 400 && code != 404 || !strings.Contains(strings.ToLower(fmt.Sprint(out)), strings.ToLower(want)) {
						t.Errorf("%s: %d %v", name, code, out)
					}
				}
			}
		}
		test := map[string]any{"fileId": j.Upload("t.txt", "contact", "+5511987650000\n"), "channel": "whatsapp", "countryCode": "BR",
			"message": text("hi"), "ab": two("groupId", group)["ab"]}
		if code, out := j.Call("customer", "POST", ordertest.OrdersPath+"/test", "", test); code != 400 ||
			!strings.Contains(fmt.Sprint(out), "A test sends one message") {
			t.Errorf("%d %v", code, out)
		}
		if _, reserved := j.Balance(); reserved != 0 {
			t.Errorf("%s is reserved", reserved)
		}
	})
}
