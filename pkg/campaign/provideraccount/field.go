package provideraccount

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"sync"

	"herald/pkg/app/manifest"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/outbound"
)

var errGone = errors.New("no row")

// fieldsOf are the fields of an adapter's account; none: its account is that of the deployment.
func fieldsOf(adapter string) []manifest.Field {
	a, _ := manifest.AdapterOf(adapter)
	return a.Account
}

// isHost reports a field that names a host.
func isHost(f manifest.Field) bool {
	i := slices.IndexFunc(manifest.Settings(), func(s manifest.Setting) bool { return s.Name == f.Setting })
	return i >= 0 && (manifest.Settings()[i].Kind == manifest.KindAddress || manifest.Settings()[i].Kind == manifest.KindPort)
}

// longest value and key, in bytes.
const longest = 4000

// check refuses a value that is not of its field. Faults: provideraccount.value, provideraccount.host.
func check(f manifest.Field, in, value string, guard *outbound.Guard) error {
	name := in + "." + f.Key
	switch {
	case len(value) > longest, strings.ContainsFunc(value, func(r rune) bool { return r < ' ' || r == 0x7f }),
		f.Pattern != "" && !pattern(f.Pattern).MatchString(value),
		len(f.Options) > 0 && !slices.Contains(f.Options, value):
		return fault.Bad(name, "provideraccount.value")
	case isHost(f) && guard.Check(value) != nil:
		return fault.Bad(name, "provideraccount.host")
	}
	return nil
}

var patterns sync.Map // of descriptors, compiled by their first use

func pattern(text string) *regexp.Regexp {
	if p, ok := patterns.Load(text); ok {
		return p.(*regexp.Regexp)
	}
	p := regexp.MustCompile("^(?:" + text + ")$")
	patterns.Store(text, p)
	return p
}
