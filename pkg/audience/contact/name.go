package contact

import (
	"context"
	"slices"

	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
)

// nameColumns are titles of columns with the name of a person, in the order in which they are looked for.
var nameColumns = []string{"name", "full name", "first name", "姓名", "名字", "名称", "名稱", "客户姓名", "客戶姓名", "nome", "nome completo",
	"primeiro nome", "nombre"}

// NameOf returns the name that a list has for a number; "" when the list has none, or no column of names. It looks through the first
// 50 packs, so that an answer costs a bounded number of reads. It is not scoped.
func NameOf(ctx context.Context, r *Service, id string, number uint64) (string, error) {
	m, ok, err := store.Load[meta](ctx, r.DB, metaKey(id), false)
	if err != nil || !ok || !slices.ContainsFunc(nameColumns, func(name string) bool { return hasColumn(m.Columns, name) }) {
		return "", err
	}
	packs, err := r.stretch(ctx, id, 0, readAhead)
	if err != nil {
		return "", err
	}
	wanted := phone.Normal(number)
	for _, p := range packs {
		at := slices.IndexFunc(p.numbers, func(n uint64) bool { return phone.Normal(n) == wanted })
		if at < 0 {
			continue
		}
		for _, name := range nameColumns {
			if c := columnOf(p.values.Names, name); c >= 0 && p.values.Cells[c][at] != "" {
				return p.values.Cells[c][at], nil
			}
		}
	}
	return "", nil
}
