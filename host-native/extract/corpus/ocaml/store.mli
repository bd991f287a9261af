(** The store's interface. *)

open Base

type 'a t

type kind = Raw | Made of int
(** What an item can be. *)

val find : 'a t -> ?default:int -> key:string -> Item.t option
(** Finds an item. *)

val limit : int

(** Writes by C. *)
external write : int -> unit = "store_write"

exception Missing of string

module Inner : sig
  val x : int
end

module Make : functor (S : STORE) -> Result with type t = S.t

module type STORE = sig
  val empty : int
end

include Common.S with type t := int

class counter : int -> object
  method incr : unit
end
