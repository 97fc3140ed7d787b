package redirect

import (
	_ "embed"
	"net/netip"
	"strings"
	"sync"

	"herald/pkg/kit/useragent"
	"herald/pkg/kit/web"
)

//go:embed networks.tsv
var networkTable string

// networks are those that only machines of some companies use.
var networks = sync.OnceValue(func() (all []netip.Prefix) {
	for line := range strings.Lines(networkTable) {
		if prefix, _, ok := strings.Cut(strings.TrimRight(line, "\n"), "\t"); ok && !strings.HasPrefix(prefix, "#") {
			all = append(all, netip.MustParsePrefix(prefix))
		}
	}
	return all
})

// classify tells what sent a request: by method, user agent, referrer, and address, in this order.
func (v *visit) classify() {
	v.kind = useragent.Of(v.Method, v.UserAgent(), v.Referer())
	switch {
	case v.kind.Machine() || v.kind.Proxy():
		v.machine = true
	case fromMachines(web.Address(v.Context())):
		v.machine, v.kind = true, useragent.Preview
	case v.kind == useragent.Gateway:
		v.maybe = true
	}
}

// fromMachines reports an address of a network that only machines use.
func fromMachines(address string) bool {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return false
	}
	ip = ip.Unmap().WithZone("")
	for _, n := range networks() {
		if n.Contains(ip) {
			return true
		}
	}
	return false
}
