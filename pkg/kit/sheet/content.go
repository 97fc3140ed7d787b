package sheet

import (
	"slices"
	"strings"
)

// Content is what a contact file lists: Phones or Emails.
type Content struct {
	Header string // of the column that holds it, and of the files that the platform writes

	usual                     []string // names of the column in other programs, folded
	looks                     func(text string) bool
	noHeader, tooMany, noRows string // keys of the refusals
}

// Phones are telephone numbers, Emails addresses of email.
var (
	Phones = &Content{"phoneNumber", phoneNames, numeric, KeyNoHeader, KeyTooManyRows, KeyNoRows}
	Emails = &Content{"email", emailNames, addressed, KeyNoEmail, KeyTooManyEmails, KeyNoEmailRows}
)

// emailNames are names under which other programs keep addresses of email, folded as isHeader folds and without - and _.
var emailNames = []string{"email", "emails", "mail", "mails", "emailaddress", "emailaddresses", "mailaddress", "email1value",
	"primaryemail", "workemail", "contactemail", "useremail", "correo", "correoelectrónico", "correoelectronico", "correio",
	"correioeletrônico",
	"correioeletronico", "endereçodeemail", "enderecodeemail", "emailprincipal", "邮箱", "邮箱地址", "邮件", "邮件地址", "电子邮箱", "电子邮件",
	"电子邮件地址", "电子邮箱地址", "郵箱", "電郵", "電子郵件", "電子郵件地址", "電子信箱", "信箱", "郵件地址"}

// addressed reports what looks like an address of email.
func addressed(text string) bool {
	at := strings.IndexAny(text, "@＠")
	return at > 0 && strings.ContainsAny(text[at:], ".。．")
}

// Looks reports a text that looks like the content.
func (of *Content) Looks(text string) bool { return of.looks(text) }

// in reports a row with a cell that looks like the content.
func (of *Content) in(cells []cell) bool {
	return slices.ContainsFunc(cells, func(v cell) bool { return of.looks(v.text) })
}
