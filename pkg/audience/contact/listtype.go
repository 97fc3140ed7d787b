package contact

import "slices"

// Types of a contact list: what its members are. A member of an email list is the code of its address (email.Code), and the address is
// its value under ColumnEmail.
const (
	TypePhone = "phone"
	TypeEmail = "email"
)

// Columns that a list of addresses has beside those that contact.columns counts.
const (
	ColumnEmail = "email" // always the first
	ColumnName  = "name"
)

// kind is the type of a list; lists without one are of numbers.
func (c *Collection) kind() string {
	if c.Type == TypeEmail {
		return TypeEmail
	}
	return TypePhone
}

// firstColumns are those of a new list.
func firstColumns(kind string) []string {
	if kind == TypeEmail {
		return []string{ColumnEmail}
	}
	return nil
}

// hasRoom reports that a list may get a further column.
func hasRoom(kind string, columns []string, name string, b bounds) bool {
	if kind != TypeEmail {
		return len(columns) < b.columns
	}
	counted := 0
	for _, c := range columns {
		if !emailColumn(c) {
			counted++
		}
	}
	return emailColumn(name) || counted < b.columns
}

// emailColumn reports a column that a list of addresses has of its own.
func emailColumn(name string) bool {
	return slices.ContainsFunc([]string{ColumnEmail, ColumnName}, func(own string) bool { return sameColumn(own, name) })
}

// kind is what a file lists.
func (f *parsedFile) kind() string {
	if f.emails {
		return TypeEmail
	}
	return TypePhone
}

func (f *parsedFile) room(columns []string, name string, b bounds) bool {
	return hasRoom(f.kind(), columns, name, b)
}

// email is the address of a member; empty in a list of numbers.
func (m *members) email(i int) string { return m.values.value(ColumnEmail, i) }

// value is a member's value in a column.
func (v *values) value(column string, i int) string {
	if c := columnOf(v.Names, column); c >= 0 {
		return v.Cells[c][i]
	}
	return ""
}
