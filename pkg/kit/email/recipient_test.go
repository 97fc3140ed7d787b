package email_test

import (
	"testing"

	"herald/pkg/kit/email"
	"herald/pkg/kit/phone"
)

// An address is compared in lower case and with its domain in ASCII.
func TestNormalise(t *testing.T) {
	for text, want := range map[string]string{
		" Ana.Silva@Example.COM ": "ana.silva@example.com",
		"post@büro.example":       "post@xn--bro-hoa.example",
		"a@例子.公司":                 "a@xn--fsqu00a.xn--55qx5d",
		"no-at.example.com":       "",
		"@example.com":            "",
		"a@b":                     "",
		"a b@example.com":         "",
		"a@-x-.example":           "",
	} {
		got, ok := email.Normalise(text)
		if ok != (want != "") || ok && got != want {
			t.Errorf("%q: %q %v, want %q", text, got, ok, want)
		}
	}
}

// A code is no phone number, has at most 58 bits and is its own normal form.
func TestCodesAreNoPhoneNumbers(t *testing.T) {
	code := email.Code("ana@example.com")
	if !email.IsCode(code) || code>>58 != 0 || email.IsCode(999_999_999_999_999) || phone.Normal(code) != code {
		t.Errorf("code %d", code)
	}
	if email.Code("ana@example.com") != code || email.Code("bia@example.com") == code {
		t.Error("a code must depend on the address alone")
	}
}
