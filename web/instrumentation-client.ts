// Before React takes the page over: what the console needs is on its way.
import '@/core/boot';
// What the first screen and the frame around it share stands here once: each would bring its own, as both are under way at once. Nothing
// with a sheet of styles may stand here: none is brought for this file.
import '@/core/Providers';
import '@/kit/api/mutation';
import '@/kit/ui/Button';
