package session_test

import (
	"testing"
	"time"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/kit/auth"
	"herald/pkg/platform/session"
	"herald/pkg/platform/user"
)

// An initial password expires: only its owner is told, and a reset creates a new one.
func TestAnInitialPasswordExpires(t *testing.T) {
	h, s := start(t)
	phone := sessiontest.Phone()
	u, err := h.Users.Create(ctx, user.New{ID: h.Env.IDs.Next(), User: user.User{Type: auth.First, Phone: phone, Name: "New"}})
	if err != nil {
		t.Fatal(err)
	}
	initial := phone[len(phone)-6:]
	h.Env.Clock.Add(72*time.Hour - time.Minute)
	login(s.Anonymous(), phone, initial).OK()
	h.Env.Clock.Add(2 * time.Minute)
	for lang, want := range map[string]string{
		"en_US": "Your initial password has expired. Ask the person who created your account to reset it.", "zh_CN": "初始密码已过期，请联系创建账号的人员重置密码",
		"pt_BR": "Sua senha inicial expirou. Peça a quem criou sua conta para redefini-la.", "zh_TW": "初始密碼已過期，請聯絡建立帳號的人員重設密碼"} {
		h.Env.Clock.Add(15 * time.Minute) // the back-off
		if a := login(s.Anonymous().In(lang), phone, initial).Want(401, 40102); a.Message != want {
			t.Errorf("%s: %s", lang, a.Message)
		}
	}
	h.Env.Clock.Add(15 * time.Minute)
	login(s.Anonymous(), phone, "another-one").Want(401, 401)
	h.Env.Clock.Add(15 * time.Minute)
	admin := h.Actor(t, s, "admin", user.New{User: user.User{Type: auth.Admin}})
	admin.Put("/aty/customerinfo/resetpw/"+u.ID, nil).OK()
	got := testkit.Data[session.Session](login(s.Anonymous(), phone, initial))
	c := s.As("new", got.Token)
	c.Put("/pi/personal/info/pass", object{"oldPass": initial, "newPass": "Quiet-Harbor-7", "confirmPass": "Quiet-Harbor-7"}).OK()
	h.Env.Clock.Add(1000 * time.Hour)
	login(s.Anonymous(), phone, "Quiet-Harbor-7").OK() // a password that the user chose does not expire
}
