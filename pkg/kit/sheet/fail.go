package sheet

import (
	"fmt"

	"herald/pkg/kit/fault"
)

// Keys of the refusals, as they stand in messages.json. The first three belong to the upload, the others show when
// the file is read (decisions §11).
const (
	KeyEmptyFile   = "sheet.emptyFile"
	KeyTooLarge    = "sheet.tooLarge" // {limit} with its unit
	KeyType        = "sheet.type"
	KeyVCard       = "sheet.vcard"
	KeyJSON        = "sheet.json"
	KeyMail        = "sheet.mail"
	KeyHTML        = "sheet.html"
	KeyPassword    = "sheet.password"
	KeyDamaged     = "sheet.damaged"
	KeyBomb        = "sheet.bomb"
	KeyTooManyRows = "sheet.tooManyRows" // {limit}
	KeyNoHeader    = "sheet.noHeader"
	KeyNoColumn    = "sheet.noColumn" // {column}
	KeyTwice       = "sheet.twice"    // {column}
	KeyNoRows      = "sheet.noRows"
	KeyQuote       = "sheet.quote" // {line}

	KeyNoEmail       = "sheet.noEmail"
	KeyTooManyEmails = "sheet.tooManyEmails" // {limit}
	KeyNoEmailRows   = "sheet.noEmailRows"
)

func emptyFile() error           { return fault.New(fault.Invalid, 40041, KeyEmptyFile) }
func tooLarge(n int) error       { return fault.New(fault.Invalid, 40042, KeyTooLarge, "limit", size(n)) }
func wrongType(key string) error { return fault.New(fault.Invalid, 40043, key) }
func password() error            { return fault.New(fault.Invalid, 40044, KeyPassword) }
func bomb() error                { return fault.New(fault.Invalid, 40046, KeyBomb) }
func tooManyRows(of *Content, n int) error {
	return fault.New(fault.Invalid, 40047, of.tooMany, "limit", n)
}

func noHeader(of *Content, column string, columns []Column) error {
	if column != "" {
		return fault.New(fault.Invalid, 40048, KeyNoColumn, "column", Excerpt(column)).WithData(columns)
	}
	return fault.New(fault.Invalid, 40048, of.noHeader).WithData(columns)
}

func twice(column string) error {
	return fault.New(fault.Invalid, 40051, KeyTwice, "column", Excerpt(column))
}

func noRows(of *Content) error { return fault.New(fault.Invalid, 40049, of.noRows) }
func openQuote(line int) error {
	return fault.New(fault.Invalid, 40050, KeyQuote, "line", line)
}

// size writes bytes as their user counts them.
func size(n int) string {
	if n%(1<<20) == 0 {
		return fmt.Sprintf("%d MB", n>>20)
	}
	return fmt.Sprintf("%d KB", n>>10)
}

// damaged keeps for the log what was found.
func damaged(format string, args ...any) error {
	return fault.New(fault.Invalid, 40045, KeyDamaged).With(fmt.Errorf(format, args...))
}
