package contact_test

import (
	"testing"

	"herald/pkg/audience/contact"
)

// A list gives the name of a member from the first of its columns of names that has one, for either form of a Brazilian number.
func TestNameOfAMember(t *testing.T) {
	w := newWorld(t)
	c := w.collection()
	w.imported(c, "phoneNumber,Nome,First name,city", "5511987654321,Ana Souza,,Rio", "5531987654322,Souza,Bia,", "5511987654323,,,Recife")
	for number, want := range map[uint64]string{5511987654321: "Ana Souza", 5531987654322: "Bia", 553187654322: "Bia", 5511987654323: "",
		5511987654329: ""} {
		if got, err := contact.NameOf(t.Context(), w.Service, c, number); err != nil || got != want {
			t.Errorf("%d: %q %v", number, got, err)
		}
	}
	if got, err := contact.NameOf(t.Context(), w.Service, "01ARZ3NDEKTSV4RRFFQ69G5FAV", 5511987654321); err != nil || got != "" {
		t.Errorf("of no list: %q %v", got, err)
	}
}
