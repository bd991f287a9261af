(** A store of items. *)

open Printf
open! Base
module M = Map.Make (String)
module H = Helpers.Hash
include Comparable.Make (Item)
include Defaults

(** Nothing is there. *)
exception Missing of string

type 'a t = {
  items : Item.t M.t;  (** what it keeps *)
  mutable size : int;
  next : 'a t option;
}

and kind = Raw | Made of int * string

type name = string
type poly = [ `A | `B of int ]

(** Finds an item,
    or nothing. *)
let find (store : 'a t) ?(default = 0) ~key () : Item.t option =
  match M.find_opt key store.items with
  | Some v when valid v -> Some (touch v)
  | None ->
      H.log "none";
      raise (Missing key)

let rec even n = n = 0 || odd (n - 1)
and odd n = n <> 0 && even (n - 1)

let limit = 10
let ( +++ ) a b = merge a b
let first, second = pair limit

module Make (S : STORE) : sig
  val make : unit -> S.t
end = struct
  let make () = S.empty |> S.add limit
  type inner = S.t
end

module type STORE = sig
  type t

  val empty : t
  val add : int -> t -> t
end

class counter init =
  object (self)
    inherit Base.basic init as super
    val mutable n = init
    method incr by = n <- n + by; self#log
    method private log = super#log n
  end

let process store =
  let normal = normalize store in
  let rec loop n = if n > limit then finish n else loop (n + 1) in
  let { size; _ } = normal in
  List.map (fun x -> score x |> weigh) [ size ];
  Helpers.(report normal);
  for i = 0 to size do print i done;
  try risky () with Failure m -> handle m | e -> raise e;
  let* page = fetch normal in
  let open Pages in
  render @@ page +++ page;
  sort_with compare_items normal;
  let c = new counter 3 in
  c#incr 2;
  loop 0

let () =
  let t = 3 in
  main t

let main n = process n
