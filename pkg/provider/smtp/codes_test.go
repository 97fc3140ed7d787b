package smtp

import (
	"testing"

	"herald/pkg/provider"
)

// Every answer of a relay has its outcome, by what real ones say.
func TestEveryAnswerHasItsOutcome(t *testing.T) {
	type want struct {
		verdict provider.Verdict
		scope   provider.Scope
		stop    bool
		code    int
		bounce  provider.Bounce
	}
	rejected := func(code int, b provider.Bounce) want { return want{verdict: provider.Rejected, code: code, bounce: b} }
	stop := func(code int) want { return want{provider.Retry, provider.Sender, true, code, provider.NoBounce} }
	wait := func(s provider.Scope, code int) want { return want{provider.Retry, s, false, code, provider.NoBounce} }
	for _, c := range []struct {
		stage Stage
		code  int
		words string
		want  want
	}{
		{Recipient, 550, "5.1.1 The email account that you tried to reach does not exist. Please try", rejected(511, provider.Hard)},
		{Recipient, 550, "5.5.0 Requested action not taken: mailbox unavailable (S2017062302).", rejected(550, provider.Soft)},
		{Recipient, 550, "Requested action not taken: mailbox unavailable", rejected(511, provider.Hard)},
		{Recipient, 554, "delivery error: dd Sorry. This mailbox is disabled (554.30).", rejected(500, provider.Soft)},
		{Recipient, 552, "5.2.2 The recipient's inbox is out of storage space", rejected(522, provider.Soft)},
		{Recipient, 552, "mailbox full", rejected(522, provider.Soft)},
		{Recipient, 553, "sorry, no mailbox here by that name", rejected(511, provider.Hard)},
		{Recipient, 556, "5.1.10 recipient domain has a null MX", rejected(5110, provider.Hard)},
		{Content, 552, "5.3.4 message too big", rejected(534, provider.Soft)},
		{Content, 550, "5.7.1 Message rejected due to content restrictions", rejected(571, provider.Soft)},
		{Content, 550, "5.7.515 Access denied, sending domain example.com doesn't meet the required authentication level", stop(57515)},
		{Content, 550, "5.7.26 This mail has been blocked because the sender is unauthenticated.", stop(5726)},
		{Content, 550, "5.7.1 Unauthenticated email from example.com is not accepted due to domain's DMARC policy", stop(571)},
		{Content, 550, "5.7.509 Access denied, sending domain does not pass DMARC verification", stop(57509)},
		{Content, 550, "SPF check failed", stop(5726)},
		{Recipient, 554, "5.7.1 <a@b.example>: Relay access denied", stop(571)},
		{Recipient, 550, "relay not permitted", stop(500)},
		{Sender, 550, "5.1.8 Sender address rejected: Domain not found", stop(518)},
		{Signing, 535, "5.7.8 Authentication credentials invalid", stop(578)},
		{Signing, 454, "4.7.0 Temporary authentication failure", wait(provider.Sender, 470)},
		{Sender, 530, "5.7.0 Must issue a STARTTLS command first", stop(570)},
		{Connecting, 554, "5.7.1 Service unavailable; client host blocked", stop(571)},
		{Connecting, 421, "4.3.2 Service not available", wait(provider.Sender, 432)},
		{Content, 421, "4.7.28 Our system has detected an unusual rate of unsolicited mail", wait(provider.Sender, 4728)},
		{Content, 421, "4.7.0 [TSS04] Messages temporarily deferred", wait(provider.Sender, 470)},
		{Content, 421, "try later", wait(provider.Sender, 432)},
		{Recipient, 451, "4.7.500 Server busy. Please try again later", wait(provider.Sender, 47500)},
		{Recipient, 451, "4.7.1 Greylisting in action, please come back later", wait(provider.Target, 471)},
		{Recipient, 450, "4.2.1 The user you are trying to contact is receiving mail at a rate", wait(provider.Target, 421)},
		{Recipient, 452, "4.2.2 mailbox full", wait(provider.Target, 422)},
		{Recipient, 451, "temporary failure", wait(provider.Target, 430)},
		{Content, 250, "ok?", want{verdict: provider.Unknown}},
		{Content, 354, "go on?", want{verdict: provider.Unknown}},
	} {
		got := outcomeOf(&Refused{c.stage, c.code, c.words})
		if (want{got.Verdict, got.Scope, got.Stop, got.Code, got.Bounce}) != c.want {
			t.Errorf("%d %s: %+v, want %+v", c.code, c.words, got, c.want)
		}
		if got.Verdict == provider.Retry && !got.Stop && got.After == 0 {
			t.Errorf("%d %s is tried again at once", c.code, c.words)
		}
	}
	if Reason(complained) != provider.OptedOut || Reason(511) != provider.NoMailbox || Reason(0) != provider.OtherReason {
		t.Error("reasons of numbers")
	}
}

// A reference comes back from a Message-ID and a return path, also in lower case, and a stranger cannot make one.
func TestReferencesComeBack(t *testing.T) {
	m := marker{"bounce.example", []string{"new", "old"}}
	const reference = "01JABCDEFGHJKMNPQRSTVWXYZ0.0.1.23.1.t4xyz9"
	path := m.returnPath(reference, "")
	if len(path[:len(path)-len("@bounce.example")]) > longestLocal {
		t.Errorf("%s is too long", path)
	}
	older := marker{"bounce.example", []string{"old"}}
	for name, c := range map[string]struct{ text, want string }{
		"Message-ID":               {"<" + m.messageID(reference) + ">", reference},
		"return path":              {path, reference},
		"in lower case":            {"b-01jabcdefghjkmnpqrstvwxyz0.0.1.23.1.t4xyz9" + path[len("b-"+reference):], reference},
		"with a capital domain":    {m.token(reference) + "@BOUNCE.example", reference},
		"by the older secret":      {older.messageID(reference), reference},
		"of another domain":        {m.token(reference) + "@evil.example", ""},
		"of a subdomain":           {m.token(reference) + "@x.bounce.example", ""},
		"without a mark":           {reference + "@bounce.example", ""},
		"with another mark":        {reference + ".0123456789@bounce.example", ""},
		"with the mark of another": {"01JABCDEFGHJKMNPQRSTVWXYZ0.0.1.24.1.t4xyz9" + path[len("b-"+reference):], ""},
		"of strangers":             {marker{"bounce.example", []string{""}}.messageID(reference), ""},
		"nothing":                  {"", ""}, "an at": {"@", ""}, "no at": {"x", ""}, "the domain alone": {"@bounce.example", ""},
	} {
		if got := m.reference(c.text); got != c.want {
			t.Errorf("%s: %q gives %q", name, c.text, got)
		}
	}
	if own := m.returnPath(reference, "news"); own != "news@bounce.example" {
		t.Error(own)
	}
	if long := m.returnPath(reference+".000000000000000000000000000", ""); long != "bounces@bounce.example" {
		t.Error(long)
	}
}
