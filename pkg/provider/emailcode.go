package provider

import (
	"strconv"
	"strings"
)

// An enhanced status code of an email (RFC 3463) is stored as the number of its digits: 5.1.1 is 511, 4.7.28 is 4728 and 5.7.515 is
// 57515. Class and subject have one digit each, so no two codes share a number. Numbers of an adapter's own are below 400 or from
// 600 to 3999.

// EnhancedCode is the number of an enhanced status code; 0 for a text that is none.
func EnhancedCode(text string) int {
	class, rest, ok := strings.Cut(strings.TrimSpace(text), ".")
	subject, detail, more := strings.Cut(rest, ".")
	if !ok || !more || len(class) != 1 || class[0] != '4' && class[0] != '5' || len(subject) != 1 || len(detail) < 1 || len(detail) > 3 {
		return 0
	}
	if strings.Trim(subject+detail, "0123456789") != "" || len(detail) > 1 && detail[0] == '0' {
		return 0
	}
	n, err := strconv.Atoi(class + subject + detail)
	if err != nil {
		return 0
	}
	return n
}

// EnhancedIn is the number of the first enhanced status code in a mail server's words: "smtp; 550 5.1.1 user unknown"; 0 for none.
func EnhancedIn(words string) int {
	for _, word := range strings.FieldsFunc(words, func(c rune) bool { return strings.ContainsRune(" \t\r\n()[]<>:;,#-=", c) }) {
		if code := EnhancedCode(word); code != 0 {
			return code
		}
	}
	return 0
}

// EnhancedText is the enhanced status code of a number; empty for a number that is none.
func EnhancedText(code int) string {
	s := strconv.Itoa(code)
	if len(s) < 3 || len(s) > 5 || s[0] != '4' && s[0] != '5' {
		return ""
	}
	return s[:1] + "." + s[1:2] + "." + s[2:]
}

// enhanced is what an enhanced status code means.
type enhanced struct {
	reason Reason
	bounce Bounce // of a permanent code
}

// meanings by subject and detail; a code that is not here has the meaning of its subject alone.
var meanings = map[string]enhanced{
	"1":   {NoMailbox, Soft},
	"1.0": {NoMailbox, Hard}, "1.1": {NoMailbox, Hard}, "1.2": {NoMailbox, Hard}, "1.3": {NoMailbox, Hard}, "1.6": {NoMailbox, Hard},
	"1.10": {NoMailbox, Hard}, // null MX (RFC 7505)
	"1.7":  {Unproven, Soft}, "1.8": {Unproven, Soft},
	"2": {MailboxFull, Soft}, "2.0": {NoMailbox, Soft}, "2.1": {NoMailbox, Hard}, "2.2": {MailboxFull, Soft}, "2.3": {BadContent, Soft},
	"2.4": {NotNow, Soft},
	"3":   {NotNow, Soft}, "3.4": {BadContent, Soft},
	"4": {NotNow, Soft}, "4.310": {NoMailbox, Hard}, // Microsoft: the domain does not exist
	"5": {OtherReason, Soft},
	"6": {BadContent, Soft},
	"7": {MailFiltered, Soft}, "7.20": {Unproven, Soft}, "7.21": {Unproven, Soft}, "7.22": {Unproven, Soft}, "7.23": {Unproven, Soft},
	"7.24": {Unproven, Soft}, "7.25": {Unproven, Soft}, "7.26": {Unproven, Soft}, "7.27": {Unproven, Soft}, "7.29": {Unproven, Soft},
	"7.30": {Unproven, Soft}, "7.32": {Unproven, Soft}, "7.40": {Unproven, Soft},
	"7.509": {Unproven, Soft}, "7.515": {Unproven, Soft},
}

func meaning(code int) (enhanced, bool) {
	text := EnhancedText(code)
	if text == "" {
		return enhanced{reason: OtherReason}, false
	}
	if m, known := meanings[text[2:]]; known {
		return m, true
	}
	if m, known := meanings[text[2:3]]; known {
		return m, true
	}
	return enhanced{OtherReason, Soft}, true
}

// EnhancedReason is what the number of an enhanced status code means for the sending customer.
func EnhancedReason(code int) Reason {
	m, _ := meaning(code)
	return m.reason
}

// EnhancedBounce is what the number of an enhanced status code says about the address. A passing code (4) is always soft: the mail
// server tried long enough.
func EnhancedBounce(code int) Bounce {
	m, known := meaning(code)
	switch {
	case !known:
		return NoBounce
	case EnhancedText(code)[0] == '4':
		return Soft
	}
	return m.bounce
}

// Unauthenticated reports a code by which a mailbox provider refuses the sender's authentication (SPF, DKIM, DMARC, reverse DNS).
// Every message of the sender meets it, so it stops the order: Microsoft's 5.7.515, Google's 5.7.26 and their like.
func Unauthenticated(code int) bool {
	return EnhancedReason(code) == Unproven && EnhancedText(code)[0] == '5'
}
