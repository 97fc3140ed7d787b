package sheet

import (
	_ "embed"
	"fmt"

	"herald/pkg/kit/fault"
)

// Messages are the texts of the refusals in the four languages, for i18n.Load.
//
//go:embed messages.json
var Messages []byte

// Keys of the refusals, as they stand in messages.json. The first three belong to the upload, the others show when
// the file is read (decisions §11).
const (
	KeyEmptyFile   = "sheet.emptyFile"
	KeyTooLarge    = "sheet.tooLarge" // {limit} in KiB
	KeyType        = "sheet.type"
	KeyPassword    = "sheet.password"
	KeyDamaged     = "sheet.damaged"
	KeyBomb        = "sheet.bomb"
	KeyTooManyRows = "sheet.tooManyRows" // {limit}
	KeyNoHeader    = "sheet.noHeader"
	KeyNoRows      = "sheet.noRows"
	KeyQuote       = "sheet.quote" // {line}
)

func emptyFile() error     { return fault.New(fault.Invalid, 40041, KeyEmptyFile) }
func tooLarge(n int) error { return fault.New(fault.Invalid, 40042, KeyTooLarge, "limit", n>>10) }
func wrongType() error     { return fault.New(fault.Invalid, 40043, KeyType) }
func password() error      { return fault.New(fault.Invalid, 40044, KeyPassword) }
func bomb() error          { return fault.New(fault.Invalid, 40046, KeyBomb) }
func tooManyRows(n int) error {
	return fault.New(fault.Invalid, 40047, KeyTooManyRows, "limit", n)
}
func noHeader() error { return fault.New(fault.Invalid, 40048, KeyNoHeader) }
func noRows() error   { return fault.New(fault.Invalid, 40049, KeyNoRows) }
func openQuote(line int) error {
	return fault.New(fault.Invalid, 40050, KeyQuote, "line", line)
}

// damaged keeps for the log what was found.
func damaged(format string, args ...any) error {
	return fault.New(fault.Invalid, 40045, KeyDamaged).With(fmt.Errorf(format, args...))
}
