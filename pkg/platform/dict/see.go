package dict

import (
	"strings"

	"herald/pkg/kit/auth"
)

// Permissions that decide what a caller sees of a dictionary (platform-services §6).
const (
	permActive = "aty:contactsgroupactive:read"
	permUSDT   = "pay:third:usdt"
	permWX     = "pay:third:wx"
)

// activeGroup is the item of establish_group_type that needs permActive.
const activeGroup = "532"

// sees reports whether a caller gets a value of a dictionary (platform-services §6): item 532 of
// establish_group_type needs a permission; of payment_method an admin gets all, other staff admin, usdt_*, src_wx
// and src_al by permission (src_al by that of wx, as specified), and agents and first-level users proxy.
func sees(p *auth.Principal, code, value string) bool {
	switch code {
	case "establish_group_type":
		return value != activeGroup || p.Can(permActive)
	case "payment_method":
		switch {
		case p.Type == auth.Admin, value == "admin":
			return true
		case strings.HasPrefix(value, "usdt_"):
			return p.Can(permUSDT)
		case value == "src_wx", value == "src_al":
			return p.Can(permWX)
		case value == "trans_al": // ours, as the gateway's page: for all who may pay so
			return p.Can("pay:third:alipay")
		case value == "gateway":
			return p.Can("pay:third:gateway")
		case value == "proxy":
			return p.Type == auth.First || p.Type == auth.Agent
		}
		return false
	}
	return true
}
