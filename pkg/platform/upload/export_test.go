package upload

import "context"

// Keeps writes the rows of a file as presign does.
func (r *Service) Keeps(ctx context.Context, f *File) error { return r.write(ctx, f) }

// LookFilm checks a video alone.
var LookFilm = lookFilm
