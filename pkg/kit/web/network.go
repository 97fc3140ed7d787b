package web

import "net/netip"

// Network is a set of addresses that counts as one caller.
type Network struct {
	Key   string // stable, for a storage key
	Times int    // how many times the bound of one address it may reach
}

// Networks are those that an address is counted in (decisions §14). IPv4 counts by address. One IPv6 user has a /64
// at least, and one site a /48: an address is counted in both, in the larger one with ten times the bound. An
// invalid address counts as it is written.
func Networks(address string) []Network {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		with, err := netip.ParseAddrPort(address)
		if err != nil {
			return []Network{{clip(address, maxAddress), 1}}
		}
		ip = with.Addr()
	}
	if ip = ip.Unmap().WithZone(""); ip.Is4() {
		return []Network{{ip.String(), 1}}
	}
	return []Network{{netip.PrefixFrom(ip, 64).Masked().String(), 1}, {netip.PrefixFrom(ip, 48).Masked().String(), 10}}
}

const maxAddress = 64
