package form

import (
	"strings"

	"herald/pkg/audience/saleschannel"
	"herald/pkg/audience/visitor"
)

// identity knows visitors by their cookies.
func (s *Service) identity() *visitor.Identity {
	return &visitor.Identity{Keys: s.Keys, Path: saleschannel.Path, Secure: strings.HasPrefix(s.Public, "https:")}
}

// hidden stands for a network on a day: no row has an address.
func (s *Service) hidden(day, network string) string {
	if len(s.Keys) == 0 {
		return visitor.Seal(nil, visitor.OfForm, day, network)
	}
	return visitor.Seal(s.Keys[0], visitor.OfForm, day, network)
}
