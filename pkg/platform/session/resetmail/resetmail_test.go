package resetmail_test

import (
	"strings"
	"testing"
	"time"

	"herald/internal/testkit"
	"herald/pkg/platform/session/resetmail"
)

var at = time.Date(2026, 3, 1, 20, 30, 0, 0, time.UTC)

func TestTheEmail(t *testing.T) {
	w := resetmail.Request{ID: "1", To: "ana@lima.example", From: "login@herald.example", Login: "<b>13800000000",
		Link: "https://console.example/user/reset#u.secret", Address: "203.0.113.9", At: at, Until: at.Add(30 * time.Minute)}
	for lang, subject := range map[string]string{"zh_CN": "重置您的 Herald 密码", "en_US": "Reset your Herald password",
		"pt_BR": "Redefina sua senha do Herald", "zh_TW": "重設您的 Herald 密碼"} {
		w.Lang = lang
		m := w.Write(testkit.Texts())
		if m.To != w.To || m.From != w.From || m.Subject != subject {
			t.Errorf("%s: %+v", lang, m)
		}
		for _, want := range []string{w.Link, "203.0.113.9", "2026-03-02 04:30 (UTC+08:00)", "30"} {
			if !strings.Contains(m.Text, want) || !strings.Contains(m.HTML, want) {
				t.Errorf("%s lacks %q:\n%s\n%s", lang, want, m.Text, m.HTML)
			}
		}
		if strings.Contains(m.Text+m.HTML, "{") || strings.Contains(m.HTML, "<b>138") || strings.Contains(m.HTML, "<img") ||
			!strings.Contains(m.HTML, `lang="`+strings.ReplaceAll(lang, "_", "-")+`"`) {
			t.Errorf("%s: %s\n%s", lang, m.Text, m.HTML)
		}
	}
}

func TestWhatIsNotSent(t *testing.T) {
	w := resetmail.Request{From: "login@herald.example", At: at, Until: at.Add(30 * time.Minute)}
	for to, now := range map[string]time.Time{"": at, "ana@lima.example": w.Until} {
		w.To = to
		if _, send, err := resetmail.Read(w.Message(), now); err != nil || send {
			t.Errorf("an email to %q at %s is sent: %v", to, now, err)
		}
	}
}
