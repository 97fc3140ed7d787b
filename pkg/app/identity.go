package app

import (
	"context"

	"herald/pkg/account/customer"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/push"
	"herald/pkg/platform/appkey"
	"herald/pkg/platform/audit"
	"herald/pkg/platform/menu"
	"herald/pkg/platform/role"
	"herald/pkg/platform/sysuser"
)

// The modules that decide permissions.

func (e *Env) roles() *role.Store {
	return e.singletons.roles.get(func() *role.Store {
		return &role.Store{DB: e.DB, Now: e.Now, Grants: e.ownParts().grants()}
	})
}

// menuChanged tells every console to ask again for what its user may open and do.
func (e *Env) menuChanged(ctx context.Context) error {
	return e.Hub.Broadcast(ctx, push.Message{Type: "menu"})
}

func (e *Env) menu() *menu.Service {
	return e.singletons.menu.get(func() *menu.Service {
		return &menu.Service{DB: e.DB, NewID: e.NewID, Changed: e.menuChanged, Nodes: e.ownParts().nodes(),
			Permissions: e.ownParts().grants().All()}
	})
}

func (e *Env) auditService() *audit.Service { return &audit.Service{DB: e.DB, Now: e.Now} }

// sealer gives the seal of secrets of a purpose.
func sealer(e *Env, purpose string) *auth.Sealer {
	keys := e.Config.SealKeys
	if len(keys) == 0 {
		keys = [][]byte{e.Config.AuthKey} // of a function that was given none, and of tests
	}
	s, err := auth.NewSealer(keys[0], purpose, keys[1:]...)
	if err != nil {
		panic(err) // of a key of any length a key of 32 bytes can be derived
	}
	return s
}

func (e *Env) AppKeys() *appkey.Service {
	e.singletons.appkey.Do(func() {
		e.singletons.appkey.it = &appkey.Service{DB: e.DB, Users: e.Users(), Roles: e.roles(), Sealer: sealer(e, "app keys"),
			Now: e.Now, NewID: e.IDs.Next, Notify: e.accessNotice}
	})
	return e.singletons.appkey.it
}

func (e *Env) roleService() *role.Service {
	return &role.Service{Store: e.roles(), Table: e.permissions, Changed: e.menuChanged}
}

func (e *Env) register() *customer.Register {
	return &customer.Register{Service: e.Customers(), Door: e.Sessions(), Settings: e.Settings(), Text: e.Text}
}

func (e *Env) sysuser() *sysuser.Service {
	return &sysuser.Service{Users: e.Users(), Roles: e.roles(), NewID: e.NewID, EmailEnding: e.setting("email.tld.max"),
		Agents: e.Customers().AgentOptions}
}
