package role

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/lazyregexp"
)

// codeForm is narrow because a session is named after its roles.
var codeForm = lazyregexp.New(`^[a-z][a-z0-9]{1,31}$`)

// Most roles of one user.
const Most = 8

const (
	maxName   = 50
	maxRemark = 255
)

// Request is what an admin says about a role.
type Request struct {
	Code        string               `json:"code,omitempty" doc:"Required. 2 to 32 lowercase letters and digits. Cannot be changed." example:"reviewer"`
	Name        string               `json:"name,omitempty" doc:"Required. At most 50 characters." example:"Reviewer"`
	Languages   map[i18n.Lang]string `json:"languages,omitempty" doc:"Name by language."`
	Types       []auth.Type          `json:"types,omitempty" doc:"Required. User types that can have the role: 1, 2, 3, 11." example:"[1]"`
	Permissions []string             `json:"permissions,omitempty" doc:"Required. Each must exist and be allowed for all types."`
	Remark      string               `json:"remark,omitempty"`
}

func (w *Request) role() Role {
	r := Role{Code: strings.TrimSpace(w.Code), Name: strings.TrimSpace(w.Name), Languages: map[i18n.Lang]string{},
		Types:       slices.Clone(w.Types),
		Permissions: join(w.Permissions), Remark: strings.TrimSpace(w.Remark)}
	for lang, name := range w.Languages {
		if name = strings.TrimSpace(name); name != "" {
			r.Languages[lang] = name
		}
	}
	slices.Sort(r.Types)
	r.Types = slices.Compact(r.Types)
	return r
}

// check refuses a role. Keys: role.code, role.builtIn, role.name, role.nameLong, role.language, role.remark, role.types,
// role.permissions, role.unknownPermission, role.typePermission, and role.beyond (40306) for what the caller may not do itself.
func (b *Store) check(r *Role, caller *auth.Principal) error {
	switch {
	case !codeForm.MatchString(r.Code):
		return fault.Bad("code", "role.code")
	case Known(r.Code):
		return fault.Bad("code", "role.builtIn", "code", r.Code)
	case r.Name == "":
		return fault.Bad("name", "role.name")
	case utf8.RuneCountInString(r.Name) > maxName:
		return fault.Bad("name", "role.nameLong", "n", maxName)
	case utf8.RuneCountInString(r.Remark) > maxRemark:
		return fault.Bad("remark", "role.nameLong", "n", maxRemark)
	case len(r.Types) == 0:
		return fault.Bad("types", "role.types")
	case len(r.Permissions) == 0:
		return fault.Bad("permissions", "role.permissions")
	}
	for lang, name := range r.Languages {
		if !slices.Contains(i18n.Langs, lang) {
			return fault.Bad("languages", "role.language", "lang", string(lang))
		}
		if utf8.RuneCountInString(name) > maxName {
			return fault.Bad("languages", "role.nameLong", "n", maxName)
		}
	}
	all := b.Grants.All()
	for _, p := range r.Permissions {
		if !slices.Contains(all, p) {
			return fault.Bad("permissions", "role.unknownPermission", "permission", p)
		}
	}
	for _, t := range r.Types {
		if !slices.Contains([]auth.Type{auth.Admin, auth.First, auth.Secondary, auth.Agent}, t) {
			return fault.Bad("types", "role.types")
		}
		can := b.Grants.Grantable(t)
		for _, p := range r.Permissions {
			if !slices.Contains(can, p) {
				return fault.Bad("permissions", "role.typePermission", "permission", p, "type", int(t))
			}
		}
	}
	return Within(caller, r.Permissions)
}

// Within refuses to give what the caller may not do itself: role.beyond (40306).
func Within(caller *auth.Principal, permissions []string) error {
	for _, p := range permissions {
		if !caller.Can(p) {
			return fault.New(fault.Forbidden, 40306, "role.beyond", "permission", p)
		}
	}
	return nil
}

// Give checks that the caller may give roles to a user of a type. Faults about the field roles: role.none, role.unknown,
// role.type; role.beyond (40306).
func (b *Store) Give(ctx context.Context, caller *auth.Principal, t auth.Type, codes []string) error {
	if len(codes) == 0 {
		return fault.Bad("roles", "role.none")
	}
	if len(codes) > Most {
		return fault.Bad("roles", "role.most", "n", Most)
	}
	kept, err := b.Load(ctx, Custom(codes))
	if err != nil {
		return err
	}
	for _, code := range codes {
		of, can := types[code], b.Grants.of[code]
		if i := slices.IndexFunc(kept, func(r Role) bool { return r.Code == code }); i >= 0 {
			of, can = kept[i].Types, kept[i].Permissions
		} else if !Known(code) {
			return fault.Bad("roles", "role.unknown", "role", code)
		}
		if !slices.Contains(of, t) {
			return fault.Bad("roles", "role.type", "role", code)
		}
		if err := Within(caller, can); err != nil {
			return err
		}
	}
	return nil
}
